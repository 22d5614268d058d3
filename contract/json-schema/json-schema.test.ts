import { expect, test } from "vitest";
import { isSchema, referredName } from "./json-schema.ts";

test.each([
  [{ type: "string" }, true],
  [{}, true],
  [true, false],
  [[{}], false],
  [undefined, false],
])("%j is a schema object: %j", (value, expected) => {
  expect(isSchema(value)).toBe(expected);
});

test("a reference names its component", () => {
  expect(referredName({ $ref: "#/components/schemas/Item" })).toBe("Item");
  expect(referredName({})).toBeUndefined();
});
