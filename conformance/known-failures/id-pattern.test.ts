import { expect, test } from "vitest";
import { isOfPattern } from "./id-pattern.ts";

test.each([
  ["addItem/one", "addItem/one", true],
  ["addItem", "addItem/one", false],
  ["addItem/*", "addItem/one", true],
  ["addItem/*", "addItems/one", false],
  ["*/http/*chunks*", "addItem/http/bodies/chunks of 7 bytes", true],
  ["a*a", "a", false],
  ["a*b*b", "ab", false],
  ["*", "", true],
  ["add*[]/id", "addItem/request/body/[]/id", true],
])("%j is the pattern of %j: %j", (pattern, id, isIt) => {
  expect(isOfPattern(pattern, id)).toBe(isIt);
});
