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

/** What is told of a tag is a string of one line. */
export function mendTags({ tags }: Record<string, unknown>): Mend[] {
  if (!Array.isArray(tags)) return [];
  return (tags as unknown[]).flatMap((tag, index) => {
    if (!isObject(tag) || typeof tag["description"] !== "string") return [];
    const line = tag["description"].trim().replaceAll(/\s*\n\s*/g, " ");
    if (line === tag["description"]) return [];
    tag["description"] = line;
    return [{ pointer: `#/tags/${index}`, what: "description of several lines: joined to one" }];
  });
}
