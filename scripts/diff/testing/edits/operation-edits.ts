import { pointerNames } from "@contract-toolkit/contract";
import { isObject } from "@contract-toolkit/contract";
import type { Part } from "../documents.ts";

interface Field {
  /** The place of the field in the document. */
  readonly at: string;
  /** Its values, apart from none. */
  readonly values: readonly unknown[];
  /** The severity of a change: none, or one for each pair of values (`0` is none). Default: info or more. */
  readonly is?: RegExp | Readonly<Record<string, RegExp>>;
  /** Whether the field must be there. */
  readonly isRequired?: boolean;
}

const none = /^none$/;
const found = /^(info|warning|error)$/;
const error = /^error$/;
const mild = /^(info|warning)$/;
const text = { type: "string" };
const put = "/paths/~1items/put";
const limit = `${put}/parameters/0`;
const ids = `${put}/parameters/1`;
const ok = `${put}/responses/200`;
const body = `${put}/requestBody`;
const form = "/paths/~1items/post/requestBody/content/multipart~1form-data";

/** A document with each object of OpenAPI. */
const base: Part = {
  openapi: "3.1.0",
  info: { title: "Items", version: "1.0.0" },
  servers: [{ url: "https://{region}.example", variables: { region: { default: "eu" } } }],
  security: [{ key: [] }],
  paths: {
    "/items": {
      put: {
        operationId: "putItem",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer" } },
          { name: "ids", in: "query", schema: { type: "array", items: text } },
        ],
        requestBody: { content: { "application/json": { schema: text } } },
        responses: {
          200: {
            description: "OK",
            headers: { "X-Total": { schema: { type: "integer" } } },
            content: { "application/json": { schema: text } },
          },
        },
        callbacks: {
          done: { "{$request.body#/url}": { post: { responses: { 204: { description: "OK" } } } } },
        },
      },
      post: {
        operationId: "addItem",
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: { file: text, tags: { type: "array", items: text } },
              },
              encoding: { tags: { contentType: "text/plain" } },
            },
          },
        },
        responses: { 204: { description: "OK" } },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      other: { type: "http", scheme: "basic" },
    },
  },
};

/** Fields of OpenAPI 3.0 and 3.1 outside schemas, beside those of `operation-pairs.ts`. */
const fields: readonly Field[] = [
  ...[
    ...["/info/description", "/info/summary", "/info/termsOfService", `${put}/summary`],
    ...[`${put}/description`, "/paths/~1items/summary", "/paths/~1items/description"],
    ...[`${limit}/description`, `${body}/description`, `${ok}/headers/X-Total/description`],
    ...["/servers/0/description", "/servers/0/variables/region/description"],
    ...["/components/securitySchemes/key/description"],
  ].map((at): Field => ({ at, values: ["One text.", "Another text."], is: none })),
  { at: `${ok}/description`, values: ["Done."], is: none },
  { at: "/info/contact", values: [{ name: "A" }], is: none },
  { at: "/info/license", values: [{ name: "MIT" }], is: none },
  { at: "/tags", values: [[{ name: "a" }]], is: none },
  { at: `${put}/tags`, values: [["a"], ["b"]], is: none },
  { at: "/externalDocs", values: [{ url: "https://a.example" }], is: none },
  { at: `${put}/externalDocs`, values: [{ url: "https://a.example" }], is: none },
  { at: `${limit}/example`, values: [1, 2], is: none },
  { at: `${limit}/examples`, values: [{ a: { value: 1 } }], is: none },
  { at: `${body}/content/application~1json/example`, values: ["a"], is: none },
  {
    at: `${ok}/links`,
    values: [{ next: { operationId: "putItem" } }],
    is: { "0>1": mild, "1>0": mild },
  },
  { at: "/components/schemas", values: [{ Unused: text }], is: none },
  {
    at: "/components/parameters",
    values: [{ Unused: { name: "a", in: "query", schema: text } }],
    is: none,
  },
  { at: "/jsonSchemaDialect", values: ["https://json-schema.org/draft/2020-12/schema"], is: none },

  {
    at: "/servers/0/url",
    values: ["https://{region}.example", "https://other.example"],
    isRequired: true,
  },
  { at: "/servers/0/variables/region/default", values: ["eu", "us"], isRequired: true },
  {
    at: "/servers/0/variables/region/enum",
    values: [["eu"], ["eu", "us"]],
    is: { "0>1": none, "1>0": none, "0>2": none, "1>2": none, "2>0": mild, "2>1": mild },
  },
  { at: `${put}/servers`, values: [[{ url: "https://other.example" }]] },
  { at: "/paths/~1items/servers", values: [[{ url: "https://other.example" }]] },
  { at: `${put}/operationId`, values: ["putItem", "storeItem"], is: { "0>1": none, "0>2": none } },
  {
    at: `${put}/callbacks/done`,
    values: [{ "{$url}": { post: { responses: {} } } }],
    is: { "0>1": mild, "1>0": error },
  },

  { at: `${limit}/name`, values: ["limit", "size"], isRequired: true },
  { at: `${limit}/in`, values: ["query", "header", "cookie"], isRequired: true },
  {
    at: `${limit}/allowEmptyValue`,
    values: [true],
    is: { "0>1": mild, "1>0": error },
  },
  {
    at: `${ids}/style`,
    values: ["form", "spaceDelimited", "pipeDelimited"],
    is: { "0>1": none, "1>0": none },
  },
  { at: `${ids}/explode`, values: [true, false], is: { "0>1": none, "1>0": none } },
  { at: `${ids}/allowReserved`, values: [true], is: { "0>1": mild, "1>0": error } },
  { at: `${ids}/content`, values: [{ "application/json": { schema: text } }] },

  { at: body, values: [{ content: { "application/json": { schema: text } } }] },
  {
    at: `${form}/encoding/tags/contentType`,
    values: ["text/plain", "application/json"],
    is: { "0>1": none, "1>0": none },
  },
  { at: `${form}/encoding/tags/style`, values: ["form", "pipeDelimited"], is: /./ },
  {
    at: `${form}/encoding/tags/headers`,
    values: [{ "X-Part": { required: true, schema: text } }],
    is: /./,
  },

  { at: ok, values: [{ description: "OK" }], is: { "1>0": error } },
  { at: `${ok}/headers/X-More`, values: [{ schema: text }, { required: true, schema: text }] },
  { at: `${ok}/headers/X-Total/deprecated`, values: [true] },

  { at: "/security", values: [[{ key: [] }], [{ key: [] }, { other: [] }], [{ other: [] }]] },
  { at: `${put}/security`, values: [[], [{ other: [] }]] },
  {
    at: "/components/securitySchemes/key/name",
    values: ["X-Key", "X-Other"],
    isRequired: true,
    is: error,
  },
  {
    at: "/components/securitySchemes/key/in",
    values: ["header", "query"],
    isRequired: true,
    is: error,
  },
  { at: "/components/securitySchemes/other/bearerFormat", values: ["JWT"], is: none },
];

export interface OperationEdit {
  readonly name: string;
  readonly old: Part;
  readonly new: Part;
  /** Matches the worst severity of the changes, or `none`. */
  readonly expected: RegExp;
}

/** Every change between two values of a field, and its addition and removal. */
export function operationEdits(): OperationEdit[] {
  return fields.flatMap(({ at, values, is = found, isRequired = false }) => {
    const choices = [undefined, ...values].map((value, index) => ({ value, index }));
    const possible = isRequired ? choices.slice(1) : choices;
    return possible.flatMap((from) =>
      possible
        .filter((to) => to !== from)
        .map((to) => {
          const key = `${from.index}>${to.index}`;
          return {
            name: `${at}: ${textOf(from.value)} to ${textOf(to.value)}`,
            old: documentWith(at, from.value),
            new: documentWith(at, to.value),
            expected: is instanceof RegExp ? is : (is[key] ?? found),
          };
        }),
    );
  });
}

function documentWith(pointer: string, value: unknown): Part {
  const document = structuredClone(base) as Record<string, unknown>;
  const names = pointerNames(pointer);
  const last = names.pop() ?? "";
  let at: Record<string, unknown> = document;
  for (const name of names) {
    const inside = at[name] ?? {};
    at[name] = inside;
    if (isObject(inside) || Array.isArray(inside)) at = inside as Record<string, unknown>;
  }
  at[last] = value;
  // JSON has no undefined fields.
  return JSON.parse(JSON.stringify(document)) as Part;
}

function textOf(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
