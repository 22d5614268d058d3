import { expect, test } from "vitest";
import { compileValidators } from "../validators.ts";
import { hasRepeatedItems } from "./unique-items.ts";

test.each<[string, unknown[]]>([
  ["scalars", [1, "a", 1]],
  [
    "fields in another sequence",
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
  ],
  ["nulls", [null, null]],
  ["empty objects", [{}, {}]],
])("repeated: %s", (_, items) => {
  expect(hasRepeatedItems(items)).toBe(true);
});

test.each<[string, unknown[]]>([
  ["nothing", []],
  ["a number and its text", [1, "1"]],
  ["an object and a list", [{}, []]],
  [
    "lists in another sequence",
    [
      [1, 2],
      [2, 1],
    ],
  ],
  ["an object and what it is written as", [{ a: 1 }, { fields: [["a", 1]] }]],
  ["what is missing and what is null", [{ a: null }, {}]],
])("not repeated: %s", (_, items) => {
  expect(hasRepeatedItems(items)).toBe(false);
});

test("compiled validators use the linear check", async () => {
  const message = { properties: { body: { type: "array", uniqueItems: true } } };
  const [module] = await compileValidators("validators", {
    messages: new Map([["add.request", message]]),
    components: new Map(),
  });
  // The compiler's own compares each item with every other.
  expect(module?.[1]).toMatch(/= hasRepeatedItems;/);
});
