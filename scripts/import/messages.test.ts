import { expect, test } from "vitest";
import { mend } from "./mends.ts";

/** A document with one operation, POST /a. */
function documentOf(operation: object, path = "/a") {
  return { openapi: "3.0.0", paths: { [path]: { post: operation } } };
}

const bytes = { schema: { type: "string", format: "binary" } };
const text = { schema: { type: "string" } };

const partsOf = (a: object) => bodyOf("multipart/form-data", { properties: { a } });

test.each<[name: string, operation: object, expected: object, what: RegExp]>([
  [
    "a body of a type of no form",
    {
      responses: { 200: { content: { "application/x.diff": text, "text/plain": { ...text } } } },
    },
    { responses: { 200: { content: { "application/x.diff": bytes, "text/plain": text } } } },
    /x\.diff: neither JSON nor text/,
  ],
  [
    "a file of any type",
    { requestBody: { content: { "*/*": bytes } } },
    { requestBody: { content: { "application/octet-stream": bytes } } },
    /application\/octet-stream/,
  ],
  [
    "JSON of any type",
    { requestBody: { content: { "*/*": { schema: { type: "object" } } } } },
    { requestBody: { content: { "application/json": { schema: { type: "object" } } } } },
    /application\/json/,
  ],
  [
    "an object in a form",
    formOf({
      a: { description: "Any.", type: "object" },
      b: { type: "array", items: text.schema },
    }),
    formOf({
      a: { description: "Any.", type: "string" },
      b: { type: "array", items: text.schema },
    }),
    /^a: neither a scalar/,
  ],
  [
    "a content type that is none",
    { requestBody: { content: { "text/a": text, examples: {} } } },
    { requestBody: { content: { "text/a": text } } },
    /examples/,
  ],
  [
    "lengths of a part",
    partsOf({ type: "array", maxItems: 1 }),
    partsOf({ type: "array" }),
    /^a: the lengths/,
  ],
  [
    "null in a form",
    formOf({ a: { type: ["string", "null"] }, b: { anyOf: [text.schema, { type: "null" }] } }),
    formOf({ a: text.schema, b: { anyOf: [text.schema] } }),
    /^a, b: null is not possible in a form/,
  ],
  [
    "a form that is one of several schemas",
    bodyOf("application/x-www-form-urlencoded", {
      anyOf: [
        { properties: { a: text.schema, b: text.schema }, required: ["a", "b"] },
        { properties: { a: { enum: [1] } }, required: ["a"] },
      ],
    }),
    bodyOf("application/x-www-form-urlencoded", {
      type: "object",
      properties: { a: { anyOf: [text.schema, { enum: [1] }] }, b: text.schema },
      required: ["a"],
    }),
    /^a form made of several schemas/,
  ],
  [
    "a part that is a file or a value",
    partsOf({ oneOf: [bytes.schema, { type: "object" }] }),
    partsOf(bytes.schema),
    /^a: a file or a value; now a file/,
  ],
  [
    "a part that is a file or a list of files",
    partsOf({ oneOf: [{ type: "array", items: bytes.schema, maxItems: 3 }, bytes.schema] }),
    partsOf({ type: "array", items: bytes.schema }),
    /^a: a file or files; now a list of files/,
  ],
  [
    "headers of several content types",
    { responses: { 200: { headers: { a: {} }, content: { "text/a": text, "text/b": text } } } },
    { responses: { 200: { content: { "text/a": text, "text/b": text } } } },
    /headers of an answer/,
  ],
  [
    "the header Content-Type of an answer",
    { responses: { 200: { headers: { "content-type": {} }, content: { "text/a": text } } } },
    { responses: { 200: { headers: {}, content: { "text/a": text } } } },
    /Content-Type/,
  ],
  [
    "header parameters that OpenAPI ignores",
    {
      parameters: [
        { in: "header", name: "Accept" },
        { in: "header", name: "If-Match" },
      ],
    },
    { parameters: [{ in: "header", name: "If-Match" }] },
    /ignores/,
  ],
  [
    "a deep object",
    {
      parameters: [
        {
          ...{ in: "query", name: "filter", style: "deepObject", required: true },
          schema: { properties: { size: { type: "integer" } }, required: ["size"] },
        },
      ],
    },
    {
      parameters: [
        { in: "query", name: "filter[size]", required: true, schema: { type: "integer" } },
      ],
    },
    /^filter of the style deepObject/,
  ],
  [
    "a list of objects in a query",
    {
      parameters: [
        { in: "query", name: "filters", schema: { type: "array", items: { type: "object" } } },
      ],
    },
    { parameters: [{ in: "query", name: "filters", schema: { type: "string" } }] },
    /^filters: an object/,
  ],
  [
    "an object in a query whose fields have no names",
    {
      parameters: [
        { in: "query", name: "any", schema: { anyOf: [{ type: "object" }, { type: "null" }] } },
      ],
    },
    { parameters: [{ in: "query", name: "any", schema: { type: "string" } }] },
    /^any: an object/,
  ],
  [
    "a pattern that takes more than linear time",
    { requestBody: { content: { "text/a": { schema: { type: "string", pattern: "\\s+$" } } } } },
    { requestBody: { content: { "text/a": { schema: { type: "string" } } } } },
    /more than 200 ways/,
  ],
])("is mended: %s", (_, operation, expected, what) => {
  const document = documentOf(structuredClone(operation));
  expect(mend(document).map((each) => each.what)).toEqual([expect.stringMatching(what)]);
  expect(document).toEqual(documentOf(expected));
});

test("what is read and judged as it is stays", () => {
  const operation = {
    parameters: [{ in: "query", name: "free", style: "deepObject", schema: { type: "object" } }],
    requestBody: { content: { "application/a+json": { schema: { type: "object" } } } },
    responses: { 200: { headers: { a: {} }, content: { "image/png": bytes } } },
  };
  const document = documentOf(structuredClone(operation));
  expect(mend(document)).toEqual([]);
  expect(document).toEqual(documentOf(operation));
});

test("a path has no fragment", () => {
  const document = documentOf({ operationId: "other" }, "/a#b");
  Object.assign(document.paths, { "/c": { post: { operationId: "c" } }, "/c#d": { post: {} } });
  expect(mend(document).map(({ what }) => what)).toEqual([
    "a path with a query or fragment: now without it",
    "a path with a query or fragment: removed, because /c has the same method",
  ]);
  expect(document.paths).toEqual({
    "/a": { post: { operationId: "other" } },
    "/c": { post: { operationId: "c" } },
  });
});

test("what a form cannot have stays in other bodies of its schema", () => {
  const schema = { $ref: "#/components/schemas/A" };
  const json = { "application/json": { schema } };
  const form = { "application/x-www-form-urlencoded": { schema } };
  const A = { type: "object", properties: { a: { type: "object" } } };
  const document = documentOf({ requestBody: { content: structuredClone({ ...json, ...form }) } });
  Object.assign(document, { components: { schemas: structuredClone({ A }) } });
  expect(mend(document)).toHaveLength(1);
  expect(document).toMatchObject({
    paths: { "/a": { post: { requestBody: { content: json } } } },
    components: { schemas: { A } },
  });
});

function bodyOf(type: string, schema: object) {
  return { requestBody: { content: { [type]: { schema } } } };
}

function formOf(properties: object) {
  return bodyOf("application/x-www-form-urlencoded", { properties });
}
