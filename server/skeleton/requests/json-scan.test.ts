import { expect, test } from "vitest";
import { scanJson } from "./json-scan.ts";

const deeper = (json: string, levels: number) => scanJson(json, levels) === "too-deep";

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

test.each<[string, string]>([
  ["1000", "plain"],
  ['{"a":19.99,"b":[1e3,-0.5,123456789012345,1e-30]}', "plain"],
  ['{"number":"4111111111111111","at":"10:00:00.123456789","small":"1e-400"}', "plain"],
  ['{"a":[1000.0000000000000001]}', "rounded"],
  ["[-1E-0400]", "rounded"],
  ...Array.from({ length: 32 }, (_, at): [string, string] => [
    `${" ".repeat(at)}1234567890.12345 `,
    "rounded",
  ]),
])("%s is %s", (json, expected) => {
  expect(scanJson(json, 64)).toBe(expected);
});
