import { expect, test } from "vitest";
import { fixDanglingReferences, fixLoops } from "./fixes/dangling-references.ts";
import { fixDocument } from "./fixes/fixes.ts";

/** A document with one operation, POST /a. */
function documentOf(operation: object, path = "/a") {
  const paths = { [path]: { post: { operationId: "post", ...operation } } };
  return { openapi: "3.0.0", paths, components: { schemas: { Text: { type: "string" } } } };
}

const text = { type: "string" };
const bytes = { type: "string", format: "binary" };
const bytesOf31 = { type: "string", contentMediaType: "application/octet-stream" };
const object = { type: "object" };
const of = (schema: object) => ({ schema });

function bodyOf(type: string, schema: object) {
  return { requestBody: { content: { [type]: { schema } } } };
}

const formType = "application/x-www-form-urlencoded";
const formOf = (properties: object) => bodyOf(formType, { properties });
const partOf = (a: object) => bodyOf("multipart/form-data", { properties: { a } });
const parametersOf = (...parameters: object[]) => ({ parameters });
const responseOf = (response: object) => ({ responses: { 200: response } });
const query = (schema: object) => parametersOf({ in: "query", name: "a", schema });

const oneText = { "text/a": of(text) };
const accept = { in: "header", name: "Accept" };
const ifMatch = { in: "header", name: "If-Match" };
const files = { type: "array", items: bytes };
const variants = {
  anyOf: [
    { properties: { a: text, b: text }, required: ["a", "b"] },
    { properties: { a: { enum: [1] } }, required: ["a"] },
  ],
};
const joined = {
  type: "object",
  properties: { a: { anyOf: [text, { enum: [1] }] }, b: text },
  required: ["a"],
};
const byName = { $ref: "#/components/schemas/Text" };
const nullable = { a: { type: ["string", "null"] }, b: { anyOf: [byName, { type: "null" }] } };

test.each<[what: RegExp, operation: object, expected: object]>([
  [
    /text\/calendar: its body is any text/,
    responseOf({ content: { "text/calendar": of(bytes) } }),
    responseOf({ content: { "text/calendar": of(text) } }),
  ],
  [
    /a 204, which has no body: removed/,
    { responses: { 204: { description: "Gone", content: { "application/json": of(object) } } } },
    { responses: { 204: { description: "Gone" } } },
  ],
  [
    /x\.diff: neither JSON nor text/,
    responseOf({ content: { "application/x.diff": of(text), "text/plain": of(text) } }),
    responseOf({ content: { "application/x.diff": of(bytes), "text/plain": of(text) } }),
  ],
  [
    /text\/plain: its body is any text/,
    responseOf({ content: { "text/plain": of({ type: "boolean" }) } }),
    responseOf({ content: { "text/plain": of(text) } }),
  ],
  [
    /header Transfer-Encoding, Content-Length/,
    responseOf({ headers: { "Transfer-Encoding": {}, "Content-Length": {} }, content: oneText }),
    responseOf({ headers: {}, content: oneText }),
  ],
  [
    /now application\/octet-stream/,
    bodyOf("*/*", bytes),
    bodyOf("application/octet-stream", bytes),
  ],
  [/now application\/json/, bodyOf("*/*", object), bodyOf("application/json", object)],
  [
    /^a: neither a scalar/,
    formOf({ a: { description: "Any.", ...object }, b: { type: "array", items: text } }),
    formOf({ a: { description: "Any.", ...text }, b: { type: "array", items: text } }),
  ],
  [
    /content type examples: not a content type/,
    { requestBody: { content: { ...oneText, examples: {} } } },
    { requestBody: { content: oneText } },
  ],
  [/^a, b: null is not possible/, formOf(nullable), formOf({ a: text, b: text })],
  [/^a form whose schema names no fields/, bodyOf(formType, files), bodyOf(formType, object)],
  [
    /^a form cannot be null/,
    bodyOf(formType, { ...joined, nullable: true }),
    bodyOf(formType, joined),
  ],
  [
    /a response cannot be a form; removed/,
    responseOf({ content: { ...oneText, [formType]: of(object) } }),
    responseOf({ content: oneText }),
  ],
  [
    /multipart\/mixed: .* only multipart\/form-data is read; removed/,
    { requestBody: { content: { ...oneText, "multipart/mixed": of(object) } } },
    { requestBody: { content: oneText } },
  ],
  [
    /a request cannot be a stream of events; removed/,
    { requestBody: { content: { ...oneText, "text/event-stream": of(text) } } },
    { requestBody: { content: oneText } },
  ],
  [
    /x-ndjson: its schema is that of a line/,
    bodyOf("application/x-ndjson", object),
    bodyOf("application/x-ndjson", { type: "array", items: object }),
  ],
  [/^a form made of several schemas/, bodyOf(formType, variants), bodyOf(formType, joined)],
  [
    /^a: the number of the parts is not checked/,
    partOf({ type: "array", items: { ...text, maxLength: 2 }, maxItems: 3 }),
    partOf({ type: "array", items: { ...text, maxLength: 2 } }),
  ],
  [
    /^a: a file or a value; now a file/,
    bodyOf("multipart/form-data", {
      properties: { a: { oneOf: [bytes, object] }, b: { ...text, maxLength: 3 } },
    }),
    bodyOf("multipart/form-data", { properties: { a: bytes, b: { ...text, maxLength: 3 } } }),
  ],
  [/^a: null is not possible/, partOf({ anyOf: [text, { type: "null" }] }), partOf(text)],
  [/^a: a file or a value; now a file/, partOf({ anyOf: [bytesOf31, object] }), partOf(bytes)],
  [
    /^a: a file or files; now a list of files/,
    partOf({ oneOf: [{ ...files, maxItems: 3 }, bytes] }),
    partOf(files),
  ],
  [
    /application\/xml: the root element needs a name; removed/,
    responseOf({ content: { ...oneText, "application/xml": of(object) } }),
    responseOf({ content: oneText }),
  ],
  [
    /header content-type, which the server sets/,
    responseOf({ headers: { "content-type": {} }, content: oneText }),
    responseOf({ headers: {}, content: oneText }),
  ],
  [/header parameters that OpenAPI ignores/, parametersOf(accept, ifMatch), parametersOf(ifMatch)],
  [
    /^a: b: an object, or a list of objects; now any text; a: fields of other names: removed/,
    query({
      allOf: [
        { type: "object", properties: { b: { properties: {} } }, required: ["b"] },
        { properties: { c: text }, additionalProperties: false },
      ],
    }),
    query({ type: "object", properties: { b: text, c: text }, required: ["b"] }),
  ],
  [
    /^a: b: an object, or a list of objects; now any text$/,
    query({ properties: { b: { anyOf: [text, { properties: { c: text } }] }, d: text } }),
    query({ type: "object", properties: { b: text, d: text }, required: [] }),
  ],
  [
    /^free: an object without fields/,
    parametersOf({ in: "query", name: "free", style: "deepObject", schema: object }),
    parametersOf({
      in: "query",
      name: "free",
      style: "deepObject",
      schema: { type: "object", additionalProperties: text },
    }),
  ],
  [
    /^a: a list in a cookie/,
    parametersOf({ in: "cookie", name: "a", schema: files }),
    parametersOf({ in: "cookie", name: "a", schema: text }),
  ],
  [/^a: an object/, query({ type: "array", items: { type: "array", items: text } }), query(text)],
  [/^a: an object/, query({ type: "array", items: object }), query(text)],
  [
    /^a: an object without fields/,
    query({ anyOf: [object, { type: "null" }] }),
    query({ type: "object", additionalProperties: text }),
  ],
  [
    /^a: a number or a boolean/,
    query({ oneOf: [{ type: "integer" }, { type: "boolean" }, { ...text, enum: ["all"] }] }),
    query(text),
  ],
  [
    /more than 200 ways/,
    bodyOf("text/a", { type: "string", pattern: "\\s+$" }),
    bodyOf("text/a", text),
  ],
])("changed: %s", (what, operation, expected) => {
  const document = documentOf(structuredClone(operation));
  expect(fixDocument(document).map((fix) => fix.what)).toEqual([expect.stringMatching(what)]);
  expect(document).toEqual(documentOf(expected));
});

test("messages that are supported stay unchanged", () => {
  const operation = {
    parameters: [
      { in: "query", name: "list", style: "deepObject", schema: { type: "array", items: text } },
      {
        in: "query",
        name: "record",
        style: "deepObject",
        schema: { type: "object", additionalProperties: text },
      },
      { in: "query", name: "flat", schema: { type: "object", properties: { a: text } } },
    ],
    ...formOf({ a: { const: "x" } }),
    ...responseOf({ headers: { a: {} }, content: { "image/png": of(bytes) } }),
  };
  const document = documentOf(structuredClone(operation));
  expect(fixDocument(document)).toEqual([]);
  expect(document).toEqual(documentOf(operation));
});

test("a fragment is removed from a path", () => {
  const document = documentOf({ operationId: "other" }, "/a#b");
  Object.assign(document.paths, { "/c": { post: { operationId: "c" } }, "/c#d": { post: {} } });
  expect(fixDocument(document).map(({ what }) => what)).toEqual([
    "a path with a query or fragment: now without it",
    "a path with a query or fragment: removed, because /c has the same method",
  ]);
  expect(document.paths).toEqual({
    "/a": { post: { operationId: "other" } },
    "/c": { post: { operationId: "c" } },
  });
});

test("a reference that leads to nothing loses its place only", () => {
  const $ref = "#/components/none/A";
  const operation = {
    parameters: [{ $ref }, accept],
    requestBody: { $ref },
    responses: { 200: { $ref } },
  };
  const document = documentOf(operation);
  expect(fixDanglingReferences(document).map(({ pointer }) => pointer)).toEqual([
    ...["parameters/0", "requestBody", "responses/200"].map((at) => `#/paths/~1a/post/${at}`),
  ]);
  expect(document).toEqual(
    documentOf({ parameters: [accept], requestBody: {}, responses: { 200: {} } }),
  );
});

test("schemas that are parts of each other are so in one direction", () => {
  const [A, B, C] = ["A", "B", "C"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const schemas = {
    A: { anyOf: [B, text] },
    B: { oneOf: [C] },
    C: { allOf: [A], properties: { a: A } },
  };
  expect(fixLoops({ components: { schemas } })).toMatchObject([{ pointer: C?.$ref }]);
  expect(schemas.C).toEqual({ properties: { a: A } });
});

test("a change for a form does not affect other bodies of the same schema", () => {
  const schema = { $ref: "#/components/schemas/A" };
  const A = { type: "object", properties: { a: object } };
  const content = { "application/json": of(schema), [formType]: of(schema) };
  const document = documentOf({ requestBody: { content: structuredClone(content) } });
  Object.assign(document, { components: { schemas: structuredClone({ A }) } });
  expect(fixDocument(document)).toHaveLength(1);
  expect(document).toMatchObject({
    paths: { "/a": { post: { requestBody: { content: { "application/json": of(schema) } } } } },
    components: { schemas: { A } },
  });
});
