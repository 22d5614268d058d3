import { expect, test } from "vitest";
import { isAcceptable, preferredType } from "./accept.ts";

test.each([
  [undefined, "application/json"],
  ["*/*", "application/json"],
  ["text/csv", "text/csv"],
  ["Text/*;q=0.9, application/json;q=0.5", "text/csv"],
  ["text/csv;q=0, */*;q=0.1", "application/json"],
  ["text/csv;q=x, application/*;q=0.2", "application/json"],
  ["image/png", "application/json"],
  ["", "application/json"],
])("%j rather has %s", (accept, expected) => {
  expect(preferredType(accept, ["application/json", "text/csv"])).toBe(expected);
});

test.each([
  [undefined, true],
  ["*/*", true],
  ["application/*;q=0.1, text/html", true],
  ["text/html", false],
  ["application/json;q=0, */*", false],
])("of %s, JSON is acceptable: %s", (accept, expected) => {
  expect(isAcceptable(accept, "application/json")).toBe(expected);
});
