import { expect, test } from "vitest";
import type { Schema } from "@contract-toolkit/kernel";
import { translate } from "./translation.ts";

test.each<[string, Schema, Schema]>([
  ["a format with a rule behind it stays", { format: "date" }, { format: "date" }],
  ["a format without one goes", { type: "string", format: "colour" }, { type: "string" }],
  [
    "an encoding stands as its format",
    { contentEncoding: "base64", format: "byte" },
    { format: "byte" },
  ],
  ["extensions go", { "x-position": "a:1:1", "x-bounds-code": 7 }, {}],
  ["no discriminator is left", { discriminator: { propertyName: "kind" } }, {}],
  [
    "fields of any other name are additional ones",
    { properties: { a: {} }, unevaluatedProperties: { type: "string", format: "colour" } },
    { properties: { a: {} }, additionalProperties: { type: "string" } },
  ],
  [
    "rules between fields stay",
    { dependentRequired: { a: ["b"] }, atMost: { a: "b" } },
    { dependentRequired: { a: ["b"] }, atMost: { a: "b" } },
  ],
  [
    "what is inside is translated, too",
    { allOf: [{ if: { maxItems: 1 }, then: { items: { format: "colour" } } }] },
    { allOf: [{ if: { maxItems: 1 }, then: { items: {} } }] },
  ],
])("%s", (_, schema, expected) => {
  expect(translate(schema)).toEqual(expected);
});

test("items that are unique, and may be anything, are not translated: the cost would be that of the square", () => {
  const scalar = { type: "array", uniqueItems: true, items: { type: "string" } };
  expect(translate(scalar)).toEqual(scalar);
  const { items: _, ...anything } = scalar;
  expect(() => translate(anything)).toThrow(TypeError);
  for (const items of [{ $ref: "#/components/schemas/Item" }, { type: "object" }, {}]) {
    expect(() => translate({ ...scalar, items })).toThrow(TypeError);
    const judgedByLength = { if: { maxItems: 2 }, then: { items, uniqueItems: true } };
    expect(() => translate({ type: "array", maxItems: 2, ...judgedByLength })).toThrow(TypeError);
  }
});
