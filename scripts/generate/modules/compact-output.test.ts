import { expect, test } from "vitest";
import { denseCode, formatGeneratedJson, LONGEST_READABLE } from "./compact-output.ts";

const text = "x".repeat(LONGEST_READABLE);

test("indents short JSON, and writes long JSON with a line for each member of the first two levels", () => {
  const short = { a: { b: { c: [1, { d: 2 }] } }, e: undefined };
  expect(formatGeneratedJson(short)).toBe(`${JSON.stringify(short, null, 2)}\n`);
  const long = { ...short, text, list: [null, { b: "a b" }] };
  expect(JSON.parse(formatGeneratedJson(long))).toEqual(JSON.parse(JSON.stringify(long)));
  expect(formatGeneratedJson(long).split("\n")).toHaveLength(8);
});

test("indents a long module by one space", () => {
  const code = "a\n        b\n      * c\n";
  expect(denseCode(code)).toBe(code);
  expect(denseCode(`${code}${text}`)).toBe(`a\n  b\n   * c\n${text}`);
});
