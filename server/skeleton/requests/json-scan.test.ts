import { expect, test } from "vitest";
import { parseExactly, scanJson } from "./json-scan.ts";

test.each<[string, string]>([
  ["1000", "plain"],
  ['{"a":19.99,"b":[1e3,-0.5,123456789012345,1e-30]}', "plain"],
  ['{"number":"4111111111111111","at":"10:00:00.123456789","small":"1e-400"}', "plain"],
  ['{"a":[1000.0000000000000001]}', "rounded"],
  ["[-1E-0400]", "rounded"],
  // Only every sixteenth character is checked.
  ...Array.from({ length: 32 }, (_, at): [string, string] => [
    `${" ".repeat(at)}1234567890.12345 `,
    "rounded",
  ]),
  ['["[[[[[[[', "plain"],
  ['["\\', "plain"],
  ['["\\"[[[[", "\\\\", [[]]]', "plain"],
  ['["\\"[[[[", "\\\\", [[[]]]]', "too-deep"],
])("%s is %s", (json, expected) => {
  expect(scanJson(json, 3)).toBe(expected);
});

test.each([
  ["1e-400", Number.MIN_VALUE],
  ["[ 1E-0400 ]", [Number.MIN_VALUE]],
  ['{"a":{"":1000.0000000000000001}}', { a: { "": 1000.0000000000001 } }],
])("%s is judged as written, and handlers get the value of JSON.parse", (text, judged) => {
  const { value, rounded } = parseExactly(text);
  expect(value).toEqual(judged);
  expect(rounded()).toEqual(JSON.parse(text));
});
