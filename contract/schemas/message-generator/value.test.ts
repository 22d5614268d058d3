import type { Schema } from "@contract-toolkit/contract";
import { describe, expect, test } from "vitest";
import { accepts } from "../second-validator/oracle.ts";
import { UnderivableError } from "./place.ts";
import { instanceOf, makeValue } from "./value.ts";

const text: Schema = { type: "string" };
const minimal = (schema: Schema, $defs: Record<string, Schema> = {}) =>
  makeValue(schema, $defs, { fields: "required" });
const integer: Schema = { type: "integer", minimum: -(2 ** 53) + 1, maximum: 2 ** 53 - 1 };

test.each<[schema: Schema, value: unknown]>([
  [text, "text"],
  [{ ...text, maxLength: 2 }, "te"],
  [{ ...text, minLength: 6 }, "textxx"],
  [{ ...text, format: "uuid" }, "0f4c8d1e-5a2b-4c3d-8e9f-a0b1c2d3e4f5"],
  [{ ...text, format: "int64" }, "1"],
  [{ ...text, format: "date", pattern: "^2024" }, "2024-02-29"],
  [{ ...text, format: "uri", pattern: "[?&]lang=(vi|en)(&|$)" }, "https://example.org/a&lang=vi&"],
  [{ ...text, pattern: "^[A-Z]{2}\\d+-(x|y)$" }, "AA1-x"],
  [{ ...text, pattern: "^\\d+$", minLength: 5 }, "11111"],
  [{ ...text, pattern: "^(\\p{Script=Han})\\1$" }, "⺀⺀"],
  [{ ...text, pattern: "^(?=.*\\d)[a-z\\d]{3}$" }, "a4w"],
  [{ ...text, pattern: "^id_" }, "id_"],
  [integer, 1],
  [{ ...integer, minimum: 5 }, 5],
  [{ ...integer, maximum: -3 }, -3],
  [{ ...integer, exclusiveMinimum: 5, multipleOf: 4 }, 8],
  [{ type: "number", exclusiveMinimum: 0, maximum: 0.5 }, 0.25],
  [{ type: "number", multipleOf: 0.01, minimum: 19.99, maximum: 20 }, 19.99],
  [{ type: ["null", "string"] }, "text"],
  [{ anyOf: [{ type: "null" }, text] }, null],
  [{ enum: ["up", "down"], pattern: "^d" }, "down"],
  [{ items: { enum: ["a", "b", "c"] }, uniqueItems: true, minItems: 3 }, ["a", "b", "c"]],
  [{ type: "array", items: text, maxItems: 0 }, []],
  [{ type: "object", properties: { a: text, b: integer }, required: ["b"] }, { b: 1 }],
  [
    { type: "object", additionalProperties: integer, minProperties: 2 },
    { name1: 1, name2: 1 },
  ],
  [
    {
      properties: { kind: { enum: ["a", "b"] }, more: text },
      required: ["kind"],
      allOf: [
        {
          if: { properties: { kind: { enum: ["a"] } }, required: ["kind"] },
          then: { required: ["more"] },
        },
      ],
    },
    { kind: "a", more: "text" },
  ],
  [
    { properties: { a: integer, b: text }, required: ["a"], dependentRequired: { a: ["b"] } },
    { a: 1, b: "text" },
  ],
  [
    {
      type: "object",
      properties: { least: { ...integer, minimum: 0 }, most: { ...integer, maximum: 0 } },
      required: ["least", "most"],
      atMost: { least: "most" },
    },
    { least: 0, most: 0 },
  ],
  [
    {
      type: "object",
      required: ["id"],
      properties: { id: text },
      oneOf: [
        {
          properties: { by: { const: "ship" }, days: { ...text, pattern: "^(?!)$" } },
          required: ["by", "days"],
        },
        { properties: { by: { const: "plane" } }, required: ["by"] },
      ],
    },
    { id: "text", by: "plane" },
  ],
])("%j gives %j", (schema, value) => {
  expect(minimal(schema)).toEqual(value);
  expect(accepts(schema, value)).toBe(true);
  expect(minimal(schema)).toEqual(value);
});

test.each([
  ...["^(a|b)+c?$", "^(?:https?)://[^/]+/$", "\\+07:00$", "^\\p{L}+$", "^(?!x)\\w+$", "^[^a-z]$"],
  ...["^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$", "^\\u0041\\x42$", "^.{5,}$", "a.c"],
])("a text is made for the pattern %s", (pattern) => {
  expect(minimal({ ...text, pattern })).toMatch(new RegExp(pattern, "u"));
});

test.each<[branches: Schema[], value: unknown]>([
  [[{ properties: { a: text } }, { properties: { a: integer } }], { a: "text" }],
  [[{ required: ["a"], properties: { a: { const: "x" } } }, { required: ["a"] }], { a: "text" }],
  [[{ $ref: "#/$defs/A" }, { required: ["b"], properties: { b: text } }], { a: 1 }],
])("of the branches %j, %j is valid by exactly one", (oneOf, value) => {
  const $defs = { A: { properties: { a: integer }, required: ["a"] } };
  const schema: Schema = { type: "object", oneOf };
  expect(makeValue(schema, $defs, { fields: "required", isExclusive: true })).toEqual(value);
});

test("unique items differ, whatever their type", () => {
  const all: Schema = {
    type: "object",
    properties: Object.fromEntries(
      [
        integer,
        text,
        { ...text, format: "date-time" },
        { ...text, format: "uuid" },
        { ...text, format: "email" },
        { ...text, format: "uri" },
        { ...text, pattern: "^[a-f0-9]{8}$" },
        { type: "object", properties: { a: integer }, required: ["a"] },
        { anyOf: [{ const: "a" }, integer, text] },
      ].map((items, index) => [
        `list${index}`,
        { type: "array", items, uniqueItems: true, minItems: 3 },
      ]),
    ),
    required: Array.from({ length: 9 }, (_, index) => `list${index}`),
  };
  expect(accepts(all, minimal(all))).toBe(true);
});

test.each<[schema: Schema, like: unknown, value: unknown]>([
  [{ ...integer, default: 9 }, undefined, 9],
  [{ ...integer, examples: ["none", 7] }, 3, 3],
  [{ ...integer, minimum: 5, default: 1 }, 3, 5],
  [
    { properties: { a: integer, b: text, c: integer }, required: ["a"] },
    { a: "x", b: "kept", c: "x" },
    { a: 1, b: "kept" },
  ],
  [{ type: "array", prefixItems: [integer, text], items: {} }, undefined, [1, "text"]],
  [{ anyOf: [{ "x-recursive": true }, { type: "null" }] }, undefined, null],
  [{ type: "array", items: { "x-recursive": true } }, undefined, []],
  [{ type: "object", required: ["a"], properties: { a: { enum: [] } } }, {}, undefined],
])("of %j, an instance like %j is %j", (schema, like, value) => {
  expect(instanceOf(schema, like)).toEqual(value);
});

test("documented fields are included, except recursive ones", () => {
  const $defs = {
    Node: {
      type: "object",
      properties: {
        id: text,
        note: text,
        next: { $ref: "#/$defs/Node" },
        all: { type: "array", items: { $ref: "#/$defs/Node" } },
      },
      required: ["id", "all"],
    },
  };
  const schema = { $ref: "#/$defs/Node" };
  expect(minimal(schema, $defs)).toEqual({ id: "text", all: [{ id: "text", all: [] }] });
  expect(makeValue(schema, $defs, { fields: "documented" })).toMatchObject({
    id: "text",
    note: "text",
  });
});

describe("nothing is derived", () => {
  test.each<[schema: Schema, pointer: string, reason: RegExp]>([
    [
      { type: "object", properties: { a: { ...text, pattern: "^(?!)$" } }, required: ["a"] },
      "/a",
      /^has rules that no text was found for \(\^\(\?!\)\$\)$/,
    ],
    [{ $ref: "#/$defs/Loop" }, "/next/next", /inside itself without an end/],
    [{ type: "integer", minimum: 2, maximum: 1 }, "", /no number/],
    [{ enum: [1], minimum: 2 }, "", /no allowed value/],
    [{ allOf: [text, integer] }, "", /two types at once/],
    [{ type: "array", items: text, minItems: 1e9 }, "", /too many/],
  ])("from %j, and the error has the reason", (schema, pointer, reason) => {
    const $defs = {
      Loop: { type: "object", properties: { next: { $ref: "#/$defs/Loop" } }, required: ["next"] },
    };
    const make = () => minimal(schema, $defs);
    expect(make).toThrow(UnderivableError);
    expect(make).toThrow(
      expect.objectContaining({ pointer, reason: expect.stringMatching(reason) as unknown }),
    );
  });

  test("after a limited number of steps, however many branches there are", () => {
    const $defs: Record<string, Schema> = { D0: { ...text, pattern: "^(?!)$" } };
    for (let index = 1; index <= 60; index += 1) {
      const inside = { $ref: `#/$defs/D${index - 1}` };
      const branch = (name: string): Schema => ({
        type: "object",
        properties: { [name]: inside },
        required: [name],
      });
      $defs[`D${index}`] = { anyOf: [branch("a"), branch("b")] };
    }
    expect(() => minimal({ $ref: "#/$defs/D30" }, $defs)).toThrow(
      "takes more than 10000 steps to make",
    );
  });
});
