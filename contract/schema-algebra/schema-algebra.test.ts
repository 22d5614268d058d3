import { expect, test } from "vitest";
import type { Schema } from "../json-schema/json-schema.ts";
import {
  conjunctsOf,
  strictestCounts,
  strictestLimits,
  mergeSchemas,
  readTypeNames,
} from "./index.ts";

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
    "of types, values and items, what both allow",
    [
      { type: ["integer", "string"], enum: [1, "a", 2], items: { $ref: "#/a" } },
      { type: "number", enum: [2, 1, 3], items: { $ref: "#/b" } },
    ],
    { type: "integer", enum: [1, 2], items: { allOf: [{ $ref: "#/a" }, { $ref: "#/b" }] } },
  ],
  [
    "what differs apart",
    [{ pattern: "a" }, { pattern: "b", allOf: [{ pattern: "c" }] }],
    { pattern: "a", allOf: [{ pattern: "c" }, { pattern: "b" }] },
  ],
])("one schema has %s", (_, schemas, expected) => {
  expect(mergeSchemas(schemas)).toEqual(expected);
});

test("bounds of integers become inclusive, and those of their format count", () => {
  const parts: Schema[] = [{ exclusiveMinimum: 1.5 }, { format: "int8", maximum: 500 }];
  expect([...strictestLimits(parts, readTypeNames("integer"))]).toEqual([
    ["maximum", 127],
    ["minimum", 2],
  ]);
  const below: Schema[] = [{ exclusiveMaximum: 5.5 }, { maximum: 9 }];
  expect([...strictestLimits(below, readTypeNames("integer"))]).toEqual([["maximum", 5]]);
  expect([...strictestLimits(below, readTypeNames("number"))]).toEqual([["exclusiveMaximum", 5.5]]);
  expect(strictestCounts([{ minItems: 1 }, { minItems: 2 }], "Items")).toEqual({
    min: 2,
    max: Infinity,
  });
});

test("a union is taken apart only if it has a single alternative, which may be a repeated reference", () => {
  const [first, second] = [{ minLength: 1 }, { maxLength: 5 }];
  const resolve = (ref: string) => (ref === "#/first" ? first : second);
  const unionOf = (...refs: string[]): Schema => ({ anyOf: refs.map(($ref) => ({ $ref })) });
  expect(conjunctsOf([unionOf("#/first", "#/first")], resolve)).toContainEqual(first);
  for (const union of [unionOf("#/first", "#/second"), { anyOf: [first, {}] }, { anyOf: [] }])
    expect(conjunctsOf([union], resolve)).toEqual([union]);
});
