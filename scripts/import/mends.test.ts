import { expect, test } from "vitest";
import { mend } from "./mends.ts";

/** A document with one schema, or some. */
function documentOf(schemas: Record<string, object>, further: object = {}) {
  return { openapi: "3.0.0", components: { schemas }, ...further };
}

const list = { E: { type: "string", enum: ["x"] } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test.each([
  [
    "a format beside an enum",
    { A: { type: "string", enum: ["x"], format: "country" } },
    { A: { type: "string", enum: ["x"] } },
    "#/components/schemas/A",
  ],
  [
    "a length of a time",
    { A: { type: "string", format: "date-time", maxLength: 9 } },
    { A: { type: "string", format: "date-time" } },
    "#/components/schemas/A",
  ],
  [
    "a code span that is not closed on its line",
    { A: { description: "`a` or `b" } },
    { A: { description: "`a` or b" } },
    "#/components/schemas/A",
  ],
  [
    "the default of an enumeration that is referred to",
    { ...list, A: { allOf: [ref("E")], default: "x" } },
    { ...list, A: { type: "string", enum: ["x"], default: "x" } },
    "#/components/schemas/A",
  ],
  [
    "the default of a list of an enumeration",
    { ...list, A: { type: "array", items: ref("E"), default: ["x"] } },
    { ...list, A: { type: "array", items: ref("E") } },
    "#/components/schemas/A",
  ],
  [
    "the default of items",
    { A: { type: "array", items: { type: "string", default: "x" } } },
    { A: { type: "array", items: { type: "string" } } },
    "#/components/schemas/A",
  ],
  [
    "parts that are no models",
    { A: { allOf: [{ type: "string" }, { nullable: false }] } },
    { A: { type: "string", nullable: false } },
    "#/components/schemas/A",
  ],
  [
    "a discriminator that a variant has any text for",
    {
      A: { oneOf: [ref("B"), {}], discriminator: { propertyName: "kind" } },
      B: { properties: { kind: { type: "string" } } },
    },
    { A: { oneOf: [ref("B"), {}] }, B: { properties: { kind: { type: "string" } } } },
    "#/components/schemas/A",
  ],
  [
    "a property of two parts",
    { A: { allOf: [{ properties: { a: {} } }, { properties: { a: {}, b: {} } }] } },
    { A: { allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] } },
    "#/components/schemas/A",
  ],
  [
    "a model that is read only",
    { A: { type: "object", readOnly: true } },
    { A: { type: "object" } },
    "#/components/schemas/A",
  ],
  [
    "a model that may be null and that others extend",
    { A: { type: "object", nullable: true }, B: { allOf: [ref("A"), { type: "object" }] } },
    { A: { type: "object" }, B: { allOf: [ref("A"), { type: "object" }] } },
    "#/components/schemas/A",
  ],
  [
    "an extension with an empty object",
    { A: { type: "object", "x-a": {}, "x-b": 1 } },
    { A: { type: "object", "x-b": 1 } },
    "#/components/schemas/A",
  ],
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

test("what is told of a tag is one line", () => {
  const document = documentOf({}, { tags: [{ name: "A", description: "of two\n lines" }] });
  expect(mend(document)).toMatchObject([{ pointer: "#/tags/0" }]);
  expect(document).toMatchObject({ tags: [{ description: "of two lines" }] });
});

test("an operation id is a name, and an answer of several schemas is referred to by allOf", () => {
  const answer = (schema: object) => ({
    "/a": {
      get: {
        operationId: "a/b",
        responses: { 201: { content: { "application/json": { schema } } } },
      },
    },
  });
  const several = { A: { oneOf: [{ type: "string" }, { type: "object" }] } };
  const document = documentOf(several, { paths: answer(ref("A")) });
  expect(mend(document).map(({ pointer }) => pointer)).toEqual([
    "#/paths/~1a/get/responses/201",
    "#/paths/~1a/get",
  ]);
  const { "/a": changed } = answer({ allOf: [ref("A")] });
  const get = { ...changed.get, operationId: "a-b" };
  expect(document).toMatchObject({ paths: { "/a": { get } } });
});

test("names of which one is a namespace of another have no dots", () => {
  const named = { "a.b": { type: "object" }, "a.b.c": { properties: { d: ref("a.b") } } };
  const document = documentOf(named);
  expect(mend(document)).toHaveLength(2);
  expect(document.components.schemas).toEqual({
    a_b: { type: "object" },
    a_b_c: { properties: { d: ref("a_b") } },
  });
});
