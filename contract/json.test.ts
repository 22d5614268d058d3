import { expect, test } from "vitest";
import { isContainer, isObject } from "./json.ts";

test.each([
  [{ a: 1 }, true, true],
  [{}, true, true],
  [[1], false, true],
  [null, false, false],
  [undefined, false, false],
  ["a", false, false],
  [1, false, false],
])("%j: an object %j, a container %j", (value, object, container) => {
  expect(isObject(value)).toBe(object);
  expect(isContainer(value)).toBe(container);
});
