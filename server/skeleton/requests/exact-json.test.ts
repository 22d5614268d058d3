import { expect, test } from "vitest";
import { parseExactly } from "./exact-json.ts";

test.each([
  ["1e-400", Number.MIN_VALUE],
  ["[ 1E-0400 ]", [Number.MIN_VALUE]],
  ['{"a":{"":1000.0000000000000001}}', { a: { "": 1000.0000000000001 } }],
])("%s is judged as it was written, and handed over as JSON.parse has it", (text, judged) => {
  const { value, rounded } = parseExactly(text);
  expect(value).toEqual(judged);
  expect(rounded()).toEqual(JSON.parse(text));
});
