import { expect, test } from "vitest";
import { mend } from "./mends.ts";

/** A document with one schema, or some. */
function documentOf(schemas: Record<string, object>, further: object = {}) {
  return { openapi: "3.0.0", components: { schemas }, ...further };
}

test.each([
  [
    "lengths beside an enum",
    { A: { type: "string", enum: ["x"], maxLength: 1 } },
    { A: { type: "string", enum: ["x"] } },
    "#/components/schemas/A",
  ],
  [
    "a pattern that is none of JavaScript",
    { A: { properties: { b: { type: "string", pattern: "(?i)x" } } } },
    { A: { properties: { b: { type: "string" } } } },
    "#/components/schemas/A/properties/b",
  ],
  [
    "a pattern of a number",
    { A: { type: "integer", pattern: "1" } },
    { A: { type: "integer" } },
    "#/components/schemas/A",
  ],
  [
    "a union of one",
    { A: { properties: { b: { oneOf: [{ $ref: "#/components/schemas/C" }] } } } },
    { A: { properties: { b: { $ref: "#/components/schemas/C" } } } },
    "#/components/schemas/A/properties/b",
  ],
  [
    "the discriminator of a model that others extend",
    { A: { type: "object", discriminator: { propertyName: "kind" } } },
    { A: { type: "object" } },
    "#/components/schemas/A",
  ],
  [
    "a property that the extended model has too",
    {
      A: { properties: { kind: { type: "string" } } },
      B: { allOf: [{ $ref: "#/components/schemas/A" }], properties: { kind: {}, own: {} } },
    },
    {
      A: { properties: { kind: { type: "string" } } },
      B: { allOf: [{ $ref: "#/components/schemas/A" }], properties: { own: {} } },
    },
    "#/components/schemas/B",
  ],
  [
    "a union with a discriminator, but without a name",
    { A: { properties: { b: { oneOf: [{}, {}], discriminator: { propertyName: "kind" } } } } },
    {
      A: { properties: { b: { $ref: "#/components/schemas/AB" } } },
      AB: { oneOf: [{}, {}], discriminator: { propertyName: "kind" } },
    },
    "#/components/schemas/A/properties/b",
  ],
])("is mended: %s", (_, schemas, expected, pointer) => {
  const document = documentOf(structuredClone(schemas));
  expect(mend(document).map((each) => each.pointer)).toEqual([pointer]);
  expect(document.components.schemas).toEqual(expected);
});

test.each([
  ["a pattern of JavaScript", { A: { type: "string", pattern: "^x$" } }],
  ["a length of a text", { A: { type: "string", maxLength: 1 } }],
  ["a named union", { A: { oneOf: [{}, {}], discriminator: { propertyName: "kind" } } }],
  ["data that looks like a schema", { A: { example: { type: "integer", pattern: "1" } } }],
])("stays: %s", (_, schemas) => {
  const document = documentOf(structuredClone(schemas));
  expect(mend(document)).toEqual([]);
  expect(document.components.schemas).toEqual(schemas);
});

test("servers with variables that nobody describes go", () => {
  const servers = [
    { url: "https://a.example/{version}" },
    { url: "https://b.example/{version}", variables: { version: { default: "1" } } },
  ];
  const document = documentOf({}, { servers: [...servers] });
  expect(mend(document)).toHaveLength(1);
  expect(document).toMatchObject({ servers: [servers[1]] });
});
