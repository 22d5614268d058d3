import { expect, test } from "vitest";
import { parseExactly } from "./exact-json.ts";

test.each([
  "1000",
  '{"a":19.99,"b":[1e3,-0.5,123456789012345]}',
  '{"number":"4111111111111111","at":"10:00:00.123456789","id":"01927f3e-0000-7000"}',
])("ordinary JSON is parsed once: %s", (text) => {
  expect(parseExactly(text)).toEqual({ value: JSON.parse(text) as unknown });
});

test.each([
  ["1e-400", Number.MIN_VALUE],
  ["[ 1E-0400 ]", [Number.MIN_VALUE]],
  ['{"a":{"":1000.0000000000000001}}', { a: { "": 1000.0000000000001 } }],
])("%s is judged as it was written, and handed over as JSON.parse has it", (text, judged) => {
  const { value, rounded } = parseExactly(text);
  expect(value).toEqual(judged);
  expect(rounded?.()).toEqual(JSON.parse(text));
});
