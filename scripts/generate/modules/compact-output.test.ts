import { expect, test } from "vitest";
import { denseCode, jsonText, LONGEST_READABLE } from "./compact-output.ts";

const text = "x".repeat(LONGEST_READABLE);

test("a short value has a line for each part, a long one for each part of its second level", () => {
  const short = { a: { b: { c: [1, { d: 2 }] } }, e: undefined };
  expect(jsonText(short)).toBe(`${JSON.stringify(short, null, 2)}\n`);
  const long = { ...short, text, list: [null, { b: "a b" }] };
  expect(JSON.parse(jsonText(long))).toEqual(JSON.parse(JSON.stringify(long)));
  expect(jsonText(long).split("\n")).toHaveLength(8);
});

test("a long module is indented by less", () => {
  const code = "a\n        b\n      * c\n";
  expect(denseCode(code)).toBe(code);
  expect(denseCode(`${code}${text}`)).toBe(`a\n  b\n   * c\n${text}`);
});
