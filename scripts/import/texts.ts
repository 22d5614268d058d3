/** Rules about texts, which become comments and strings of TypeSpec, and about extensions, which become values. */
import { isObject } from "@contract-toolkit/kernel";
import type { Node } from "../documents/nodes.ts";
import { removing, type Rule } from "./fix.ts";
import { visitParts } from "./visit-document.ts";

/** A code span in a comment must end on its line. */
export const openCode: Rule = (schema) => {
  const { description } = schema;
  if (typeof description !== "string") return undefined;
  const closed = withClosedCode(description);
  if (closed === description) return undefined;
  schema["description"] = closed;
  return "code span of a description that does not end on its line: backtick removed";
};

function withClosedCode(text: string): string {
  let isFenced = false;
  return text
    .split("\n")
    .map((line) => {
      const fences = line.split("```").length - 1;
      if (fences % 2 === 1) isFenced = !isFenced;
      if (isFenced || fences > 0 || line.split("`").length % 2 === 1) return line;
      const last = line.lastIndexOf("`");
      return line.slice(0, last) + line.slice(last + 1);
    })
    .join("\n");
}

/** The converter writes titles, tags and descriptions of answers as strings of one line. */
export const textOfOneLine: Rule = (part, _, keys) => {
  const joined = linesOf(keys).filter((key) => {
    const text = part[key];
    if (typeof text !== "string") return false;
    part[key] = text.trim().replaceAll(/\s*\n\s*/g, " ");
    return part[key] !== text;
  });
  return joined.length > 0
    ? `${joined.join(", ")} of several lines: joined into one line`
    : undefined;
};

function linesOf(keys: readonly string[]): readonly string[] {
  if (keys.at(-2) === "responses") return ["description"];
  if (keys[0] === "tags" && keys.length === 2) return ["name", "description", "summary"];
  return keys.length === 1 && keys[0] === "info" ? ["title"] : [];
}

/** Escapes the strings that the converter writes unescaped. It does escape defaults that are not objects. */
export function escapeTexts(document: Node): void {
  visitParts(document, (part, _, keys) => {
    const isEscaped = (key: string, value: unknown) =>
      key.startsWith("x-") ||
      ["title", "summary", "tags", ...linesOf(keys)].includes(key) ||
      (key === "default" && isObject(value)) ||
      (key === "description" && String(value).includes("*/"));
    for (const [key, value] of Object.entries(part))
      if (keys.length > 0 && isEscaped(key, value)) part[key] = escaped(value);
  });
}

function escaped(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(/\\|"|\$\{/g, "\\$&");
  if (Array.isArray(value)) return value.map(escaped);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, escaped(each)]))
    : value;
}

/** TypeSpec has no empty object as a value of an extension. */
export const emptyExtension = removing(
  (schema) =>
    Object.keys(schema).filter((key) => key.startsWith("x-") && hasEmptyObject(schema[key])),
  (gone) => `${gone} with an empty object: removed`,
);

function hasEmptyObject(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasEmptyObject);
  if (!isObject(value)) return false;
  return Object.keys(value).length === 0 || Object.values(value).some(hasEmptyObject);
}
