import { expect, test } from "vitest";
import { mend } from "./mends.ts";

/** A document with one operation, POST /a. */
function documentOf(operation: object, path = "/a") {
  return { openapi: "3.0.0", paths: { [path]: { post: operation } } };
}

const bytes = { schema: { type: "string", format: "binary" } };
const text = { schema: { type: "string" } };

const partsOf = (a: object) => ({
  requestBody: { content: { "multipart/form-data": { schema: { properties: { a } } } } },
});

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
    /^a: not a scalar/,
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
    "a pattern that takes more than linear time",
    { requestBody: { content: { "text/a": { schema: { type: "string", pattern: "\\s+$" } } } } },
    { requestBody: { content: { "text/a": { schema: { type: "string" } } } } },
    /2nd degree polynomial/,
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
    "a path has no query and no fragment: it was removed",
    "a path has no query and no fragment: left out, because it is that of /c",
  ]);
  expect(document.paths).toEqual({
    "/a": { post: { operationId: "other" } },
    "/c": { post: { operationId: "c" } },
  });
});

function formOf(properties: object) {
  return {
    requestBody: { content: { "application/x-www-form-urlencoded": { schema: { properties } } } },
  };
}
