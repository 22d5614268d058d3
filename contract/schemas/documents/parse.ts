import { parseJson } from "@contract-toolkit/contract";
import { parseDocument as parseYaml } from "yaml";
import { UsageError } from "../usage-error.ts";
import { checkJson } from "./check-json.ts";
import { checkYaml, tooDeep, type Refuse } from "./check-yaml.ts";

/**
 * Reads an untrusted JSON or YAML document. It refuses documents that programs read differently, and documents that
 * cost more to read than their size suggests.
 *
 * @throws {UsageError} with file, line and column
 * @example
 * parseDocument("openapi: 3.1.0", "openapi.yaml"); // { openapi: "3.1.0" }
 */
export function parseDocument(text: string, name: string): unknown {
  const refuse: Refuse = (offset, what) => {
    const { line, col } = positionAtOffset(text, offset);
    return new UsageError(`${name}:${line}:${col}: ${what}`);
  };
  // A text that begins with a brace may also be YAML, whose parser reports errors better.
  const json = /^\s*[{[]/.test(text) ? parseJson(text.replace(/^\uFEFF/, "")) : undefined;
  if (json !== undefined) {
    checkJson(text, refuse);
    return json;
  }
  const document = parseYaml(text, {
    merge: true,
    prettyErrors: false,
    logLevel: "error",
  });
  for (const { code, message, pos } of document.errors)
    throw refuse(
      pos[0],
      code === "RESOURCE_EXHAUSTION" ? tooDeep : `is neither JSON nor YAML: ${message}`,
    );
  checkYaml(document.contents, text.length, refuse);
  return document.toJS({ maxAliasCount: -1 });
}

function positionAtOffset(text: string, offset: number): { line: number; col: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, col: (before.at(-1)?.length ?? 0) + 1 };
}
