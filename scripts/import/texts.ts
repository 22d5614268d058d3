/** Rules about texts: they become comments and strings of TypeSpec, which have an end. */
import { isObject } from "@contract-toolkit/kernel";
import type { Mend, Rule } from "./mend.ts";

/** A piece of code in a comment ends on its line. */
export const openCode: Rule = (schema) => {
  const { description } = schema;
  if (typeof description !== "string") return undefined;
  const closed = withClosedCode(description);
  if (closed === description) return undefined;
  schema["description"] = closed;
  return "description with a code span that is not closed on its line";
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

/** The converter writes the title and what is told of tags as strings of one line, and escapes nothing in them. */
export function mendStrings({ info, tags }: Record<string, unknown>): Mend[] {
  const told = Array.isArray(tags) ? (tags as unknown[]) : [];
  return [
    ...mendString(info, "title", "#/info"),
    ...told.flatMap((tag, index) =>
      ["name", "description", "summary"].flatMap((key) => mendString(tag, key, `#/tags/${index}`)),
    ),
  ];
}

function mendString(node: unknown, key: string, pointer: string): Mend[] {
  const text = isObject(node) ? node[key] : undefined;
  if (!isObject(node) || typeof text !== "string") return [];
  const line = text.trim().replaceAll(/\s*\n\s*/g, " ");
  node[key] = line.replaceAll(/\\|"|\$\{/g, "\\$&");
  return line === text ? [] : [{ pointer, what: `${key} of several lines: joined to one` }];
}
