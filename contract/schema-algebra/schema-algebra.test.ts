import { expect, test } from "vitest";
import type { Schema } from "../json-schema/json-schema.ts";
import { conjunctsOf, countsOf, limitsOf, merged, typesOf, valuesOf } from "./index.ts";

test("what holds of a value is told once, however many references and lists lead to it", () => {
  const shared: Schema = { maxLength: 9 };
  const defs: Record<string, Schema> = { "#/A": { $ref: "#/B", anyOf: [shared] }, "#/B": shared };
  expect(conjunctsOf([{ $ref: "#/A", minLength: 1, allOf: [shared] }], (ref) => defs[ref])).toEqual(
    [{ minLength: 1 }, {}, shared],
  );
});

test("a condition that its own schema meets holds", () => {
  const then: Schema = { uniqueItems: true };
  const schemas = [{ maxItems: 5, if: { maxItems: 5 }, then }];
  expect(conjunctsOf(schemas, () => undefined)).toEqual([{ maxItems: 5 }, then]);
});

test.each<[string, Schema[], Schema]>([
  [
    "of bounds, the strictest",
    [
      { minimum: 1, maxLength: 9 },
      { minimum: 3, maxLength: 5 },
    ],
    { minimum: 3, maxLength: 5 },
  ],
  [
    "of required fields, all",
    [{ required: ["a", "b"] }, { required: ["b", "c"] }],
    { required: ["a", "b", "c"] },
  ],
  [
    "of annotations, the last",
    [
      { title: "A", "x-a": 1 },
      { title: "B", "x-a": 2 },
    ],
    { title: "B", "x-a": 2 },
  ],
  [
    "of a field of both, what both say",
    [{ properties: { a: { minimum: 1 } } }, { properties: { a: { maximum: 2 }, b: {} } }],
    { properties: { a: { minimum: 1, maximum: 2 }, b: {} } },
  ],
  [
    "what differs apart",
    [{ pattern: "a" }, { pattern: "b", allOf: [{ pattern: "c" }] }],
    { pattern: "a", allOf: [{ pattern: "c" }, { pattern: "b" }] },
  ],
])("one schema has %s", (_, schemas, expected) => {
  expect(merged(schemas)).toEqual(expected);
});

test("bounds of integers can be reached, and those of their format count", () => {
  const parts: Schema[] = [{ exclusiveMinimum: 1.5 }, { format: "int8", maximum: 500 }];
  expect([...limitsOf(parts, typesOf("integer"))]).toEqual([
    ["maximum", 127],
    ["minimum", 2],
  ]);
  expect(countsOf([{ minItems: 1 }, { minItems: 2 }], "Items")).toEqual({ min: 2, max: Infinity });
});

test("values are those that every list has", () => {
  expect(valuesOf([{ enum: [1, { a: 1 }, null] }, { enum: [{ a: 1 }, 1] }, {}])).toEqual([
    1,
    { a: 1 },
  ]);
  expect(valuesOf([{}])).toBeUndefined();
});
