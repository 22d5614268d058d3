import { createHash } from "node:crypto";
import { isObject } from "@contract-toolkit/kernel";
import ts from "typescript";
import type { GeneratedFiles } from "../generate/index.ts";

/**
 * Tells whether what is generated has changed for a compiler of what uses it: limits, descriptions and values of samples may
 * change, and every source that compiled still does.
 *
 * @returns a text for files, which is the same as long as their types are
 */
export function typeShapes(): (files: GeneratedFiles) => string {
  const known = new Map<string, { readonly text: string; readonly shape: string }>();
  return (files) => {
    const hash = createHash("sha256");
    for (const [file, text] of files) {
      const before = known.get(file);
      const shape = before?.text === text ? before.shape : shapeOf(file, text);
      known.set(file, { text, shape });
      hash.update(`${file}\n${shape}\n`);
    }
    return hash.digest("hex");
  };
}

function shapeOf(file: string, text: string): string {
  if (file.endsWith(".ts")) return tokensOf(text);
  return file.endsWith(".json") ? jsonShape(JSON.parse(text)) : "";
}

/** The code without its comments, in which limits stand. */
function tokensOf(text: string): string {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  const tokens: string[] = [];
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) tokens.push(scanner.getTokenText());
  return tokens.join(" ");
}

/** What a module of JSON is to a compiler: its values are none of its types. */
function jsonShape(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(jsonShape))].join("|")}]`;
  if (!isObject(value)) return value === null ? "null" : typeof value;
  const fields = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}:${jsonShape(each)}`,
  );
  return `{${fields.join()}}`;
}
