import { describe, expect, test } from "vitest";
import type { Schema } from "contract-kernel";
import { createTranslator, type Openness } from "./translation.ts";

const item: Schema = {
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "string" },
    count: { type: "integer", default: 1 },
  },
};
const translate = createTranslator({ Item: item }, (name, openness) => `${openness}/${name}`);
const integer = { type: "integer", minimum: 1 - 2 ** 53, maximum: 2 ** 53 - 1 };
const $ref = "#/components/schemas/Item";

describe("what OpenAPI 3.0 says in its own way", () => {
  test.each<[string, Schema, Schema]>([
    [
      "null as one type more",
      { type: "string", nullable: true, maxLength: 3 },
      { anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }] },
    ],
    [
      "null of what is composed",
      { type: "object", allOf: [{ $ref }], nullable: true },
      { anyOf: [{ $ref: "bare/Item" }, { type: "null" }] },
    ],
    [
      "null of each alternative",
      {
        anyOf: [
          { type: "string", nullable: true },
          { type: "boolean", nullable: true },
        ],
      },
      { anyOf: [{ type: "string" }, { type: "boolean" }, { type: "null" }] },
    ],
    [
      "bounds that are excluded",
      {
        minimum: 0,
        exclusiveMinimum: true,
        maximum: 1,
        exclusiveMaximum: false,
      },
      { exclusiveMinimum: 0, maximum: 1 },
    ],
    [
      "a reference with something beside it",
      { allOf: [{ $ref }], description: "An item.", maxProperties: 2 },
      { $ref: "open/Item", maxProperties: 2 },
    ],
    ["formats without a rule", { type: "string", format: "colour" }, { type: "string" }],
  ])("%s", (_, schema, expected) => {
    expect(translate(schema, "open")).toEqual(expected);
  });

  test("inheritance, the heir's own words last", () => {
    const heir = {
      allOf: [{ $ref }],
      type: "object",
      required: ["more"],
      properties: { more: {}, count: { type: "string" } },
    };
    expect(translate(heir, "closed")).toEqual({
      type: "object",
      required: ["id", "more"],
      properties: {
        id: { type: "string" },
        count: { type: "string" },
        more: {},
      },
      additionalProperties: false,
    });
  });
});

describe("the contract's own rules", () => {
  test("fields that need each other", () => {
    const properties = { a: { "x-requires": ["b"] }, b: {} };
    expect(translate({ properties }, "open")).toEqual({
      properties: { a: {}, b: {} },
      dependentRequired: { a: ["b"] },
    });
  });

  test("a number held against another", () => {
    const properties = { a: { "x-at-most": "b" }, b: {} };
    expect(translate({ properties }, "open")).toEqual({
      properties: { a: {}, b: {} },
      atMost: { a: "b" },
    });
  });

  test("a number has the bounds of its type where the document states no narrower ones", () => {
    expect(translate({ type: "integer", format: "uint8" }, "open")).toEqual(integer);
    expect(translate({ type: "integer", format: "int32", minimum: 1 }, "open")).toEqual({
      type: "integer",
      minimum: 1,
      maximum: 2147483647,
    });
    const share = { type: "number", format: "double", minimum: 0, exclusiveMinimum: true };
    expect(translate(share, "open")).toEqual({
      type: "number",
      exclusiveMinimum: 0,
      maximum: Number.MAX_VALUE,
    });
  });

  test("a list with a greatest length, whose items are judged only where it keeps that", () => {
    const list = { type: "array", maxItems: 2, uniqueItems: true, items: { type: "string" } };
    expect(translate(list, "open")).toEqual({
      type: "array",
      maxItems: 2,
      if: { maxItems: 2 },
      then: { items: { type: "string" }, uniqueItems: true },
    });
  });

  test("a field that a value of another demands", () => {
    const when = { property: "a", values: [1, 2] };
    const properties = { a: {}, b: { "x-required-when": when } };
    expect(translate({ properties }, "open")).toEqual({
      properties: { a: {}, b: {} },
      allOf: [
        {
          if: { properties: { a: { enum: [1, 2] } }, required: ["a"] },
          then: { required: ["b"] },
        },
      ],
    });
  });

  test("alternatives told apart by a field", () => {
    const union = {
      oneOf: [{ $ref }],
      discriminator: { propertyName: "kind", mapping: { item: $ref } },
    };
    expect(translate(union, "closed")).toEqual({
      type: "object",
      properties: { kind: { enum: ["item"] } },
      required: ["kind"],
      allOf: [
        {
          if: { properties: { kind: { enum: ["item"] } }, required: ["kind"] },
          then: { $ref: "closed/Item" },
        },
      ],
    });
  });
});

describe("what a schema is read for", () => {
  test.each<[Openness, Schema]>([
    ["open", { count: { ...integer, default: 1 } }],
    ["bare", { count: integer }],
    ["closed", { count: integer }],
  ])("%s", (openness, count) => {
    expect(translate(item, openness)).toEqual({
      type: "object",
      required: ["id"],
      properties: { id: { type: "string" }, ...count },
      ...(openness === "closed" && { additionalProperties: false }),
    });
  });

  test("what must be sent is not filled in", () => {
    const schema = { ...item, required: ["count"] };
    expect(translate(schema, "open").properties).toEqual({
      id: { type: "string" },
      count: integer,
    });
  });

  test("alternatives fill nothing in", () => {
    expect(translate({ anyOf: [{ $ref }] }, "open")).toEqual({
      anyOf: [{ $ref: "bare/Item" }],
    });
  });

  test("fields of any name stay so", () => {
    const schema = { type: "object", additionalProperties: { $ref } };
    expect(translate(schema, "closed")).toEqual({
      type: "object",
      additionalProperties: { $ref: "closed/Item" },
    });
  });
});

test("items that are unique, and may be anything, are not translated: the cost would be that of the square", () => {
  const scalar = { type: "array", uniqueItems: true, items: { type: "string" } };
  expect(translate(scalar, "open")).toEqual(scalar);
  for (const items of [{ $ref }, { type: "object" }, {}])
    expect(() => translate({ ...scalar, items }, "open")).toThrow(TypeError);
  const { items: _, ...anything } = scalar;
  expect(() => translate(anything, "open")).toThrow(TypeError);
});
