import { expect, test } from "vitest";
import type { Schema } from "../json-schema/json-schema.ts";
import { readAs, serverMessageSchema, type Openness } from "./message-schemas.ts";

const $ref = "#/$defs/Item";
const read = (schema: Schema, openness: Openness) =>
  readAs(schema, openness, (name, as) => `${as}.${name}`);

const object: Schema = { type: "object", properties: { count: { default: 1 }, item: { $ref } } };

test.each<[Openness, Schema]>([
  ["open", { type: "object", properties: { count: { default: 1 }, item: { $ref: "open.Item" } } }],
  ["bare", { type: "object", properties: { count: {}, item: { $ref: "bare.Item" } } }],
  [
    "closed",
    {
      type: "object",
      properties: { count: {}, item: { $ref: "closed.Item" } },
      additionalProperties: false,
    },
  ],
])("an object that is %s", (openness, expected) => {
  expect(read(object, openness)).toEqual(expected);
});

test("alternatives have no defaults", () => {
  const anyOf = [{ $ref }, { type: "object", properties: { count: { default: 1 } } }];
  expect(read({ anyOf }, "open")).toEqual({
    anyOf: [{ $ref: "bare.Item" }, { type: "object", properties: { count: {} } }],
  });
  expect(read({ anyOf: [{ $ref }] }, "closed")).toEqual({ anyOf: [{ $ref: "closed.Item" }] });
});

test("a branch that a condition selects keeps its defaults", () => {
  const allOf = [{ if: { required: ["kind"] }, then: { $ref } }];
  expect(read({ allOf }, "open").allOf).toEqual([
    { if: { required: ["kind"] }, then: { $ref: "open.Item" } },
  ]);
});

test.each<[string, Schema]>([
  ["fields of any name", { type: "object", additionalProperties: { type: "string" } }],
  ["fields of any other name", { type: "object", unevaluatedProperties: {} }],
  ["alternatives", { type: "object", oneOf: [{ type: "object", properties: {} }] }],
  ["alternatives with a discriminator", { type: "object", discriminator: { propertyName: "k" } }],
])("a schema with %s is not closed itself", (_, schema) => {
  expect(read(schema, "closed").additionalProperties).toEqual(schema.additionalProperties);
});

test("each body of a response of several content types is closed", () => {
  const body = { type: "object", properties: { id: { type: "string" } } };
  const ofType = { properties: { contentType: { const: "application/json" } } };
  const message = {
    type: "object",
    properties: { headers: { type: "object" }, body: {} },
    allOf: [{ if: ofType, then: { properties: { body } } }],
  };
  expect(serverMessageSchema("response find 200", message, String).allOf).toEqual([
    { if: ofType, then: { properties: { body: { ...body, additionalProperties: false } } } },
  ]);
});

test("a response without a documented body may have one, unless it is closed", () => {
  const message = { type: "object", properties: { headers: {}, body: false } };
  const bodyOf = (responses: Openness) =>
    serverMessageSchema("response find 404", message, String, responses).properties?.["body"];
  expect(bodyOf("closed")).toBe(false);
  expect(bodyOf("bare")).toEqual({});
});
