import { expect, test } from "vitest";
import { nestsDeeper } from "./nesting.ts";

const deeper = (json: string, levels: number) => nestsDeeper(Buffer.from(json), levels);

test.each([
  ["1", 0],
  ['"[[[["', 0],
  ["{}", 1],
  ["[[],[],{}]", 2],
  ['{"a":{"b":[1]},"c":[[]]}', 3],
  ['["\\"[[", "\\\\", []]', 2],
  ['["}}}]]]", {"]":"["}]', 2],
])("%s nests %d deep", (json, levels) => {
  expect(deeper(json, levels)).toBe(false);
  if (levels > 0) expect(deeper(json, levels - 1)).toBe(true);
});

test("what follows a string that does not end is part of it", () => {
  expect(deeper('["[[[', 1)).toBe(false);
  expect(deeper('["\\', 1)).toBe(false);
});
