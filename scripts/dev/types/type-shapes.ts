import { isObject } from "@contract-toolkit/kernel";
import ts from "typescript";
import type { GeneratedFiles } from "../../generate/index.ts";

/** What each file is to a compiler, by its name. */
export type TypeShapes = ReadonlyMap<string, string>;

/**
 * Tells what generated files are for a compiler of what uses them: limits, descriptions and values of samples may change, and
 * every source that compiled still does.
 *
 * @returns the shapes of files; one is the same as long as the types of its file are
 */
export function typeShapes(): (files: GeneratedFiles) => TypeShapes {
  const known = new Map<string, { readonly text: string; readonly shape: string }>();
  return (files) => {
    const shapes = new Map<string, string>();
    for (const [file, text] of files) {
      const before = known.get(file);
      const shape = before?.text === text ? before.shape : shapeOf(file, text);
      known.set(file, { text, shape });
      shapes.set(file, shape);
    }
    return shapes;
  };
}

/**
 * The files whose types are not what they were.
 *
 * @returns undefined where files have come or gone: what imports them may find another in their place
 */
export function changedShapes(before: TypeShapes, now: TypeShapes): string[] | undefined {
  if (before.size !== now.size) return undefined;
  const files = [...now.keys()];
  if (!files.every((file) => before.has(file))) return undefined;
  return files.filter((file) => now.get(file) !== before.get(file));
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
