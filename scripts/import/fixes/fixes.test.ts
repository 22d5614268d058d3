import { withoutValue } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { fixDocument } from "./fixes.ts";
import { shortName } from "./names.ts";
import { fixOwnVariants } from "./unions.ts";

/** A document with one schema, or some. */
function documentOf(schemas: Record<string, object>, further: object = {}) {
  return { openapi: "3.0.0", components: { schemas }, ...further };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const withB = (b: object) => ({ properties: { b } });
const plain = { type: "object", properties: { a: { type: "string" } } };
const turned = { properties: plain.properties, type: "object" };
const kinds = ["a", "b"].map((name) => ({ properties: { kind: { enum: [name] } } }));
const ofKind = { discriminator: { propertyName: "kind" } };

test.each<[gone: string, why: string, schema: object]>([
  ["format", "beside an enum", { type: "string", enum: ["x"], format: "country" }],
  ["maxLength", "of a time", { type: "string", format: "date-time", maxLength: 9 }],
  ["pattern", "of bytes", { type: "string", format: "byte", pattern: "1" }],
  ["pattern", "of a number", { type: "integer", pattern: "1" }],
  ["pattern", "that is none of JavaScript", { type: "string", pattern: "(?i)x" }],
  ["multipleOf", "that is a fraction", { type: "number", multipleOf: 0.01 }],
  ["x-a", "with a reference to a file", { type: "object", "x-a": { $ref: "a.php" }, "x-b": {} }],
])("removed: %s %s", (gone, _, schema) => {
  const document = documentOf(structuredClone({ A: schema }));
  expect(fixDocument(document).map((fix) => fix.pointer)).toEqual(["#/components/schemas/A"]);
  expect(document.components.schemas).toEqual({ A: withoutValue(schema, `/${gone}`) });
});

test.each<[name: string, schemas: Record<string, object>, expected: object, path?: string]>([
  [
    "a reference into another schema",
    {
      A: withB({ type: "string" }),
      C: { properties: { d: { $ref: `${ref("A").$ref}/properties/b` } } },
    },
    {
      A: withB(ref("AB")),
      AB: { type: "string" },
      C: { properties: { d: ref("AB") } },
    },
    "A/properties/b",
  ],
  [
    "equal variants of which there is to be one",
    { A: { oneOf: [{ title: "X", ...plain }, { type: "string" }, ref("B")] }, B: turned },
    { A: { oneOf: [{ title: "X", ...plain }, { type: "string" }] }, B: turned },
  ],
  [
    "a list with a schema for each place",
    { A: { prefixItems: [{ type: "string" }, { type: "integer" }], items: false } },
    { A: { items: { anyOf: [{ type: "string" }, { type: "integer" }] }, maxItems: 2 } },
  ],
  [
    "an enum with values that its other rules refuse",
    { A: { enum: [1, 20, "ab"], maximum: 10, maxLength: 1 } },
    { A: { enum: [1] } },
  ],
  ["integers that are not exact", { A: { enum: [1, 2 ** 53] } }, { A: { enum: [1] } }],
  ["a constant that another rule refuses", { A: { const: 20, maximum: 10 } }, { A: { enum: [] } }],
  ["a list that is empty", { A: { items: false } }, { A: { items: {}, maxItems: 0 } }],
])("changed: %s", (_, schemas, expected, path = "A") => {
  const document = documentOf(structuredClone(schemas));
  expect(fixDocument(document).map((fix) => fix.pointer)).toEqual([`#/components/schemas/${path}`]);
  expect(document.components.schemas).toEqual(expected);
});

test.each<[name: string, schemas: Record<string, object>, expected?: object]>([
  ["a named union", { A: { oneOf: kinds, ...ofKind } }],
  ["data that looks like a schema", { A: { example: { type: "integer", pattern: "1" } } }],
  [
    "fields that no part describes",
    { A: { allOf: [plain], unevaluatedProperties: false } },
    { A: { allOf: [plain], additionalProperties: false } },
  ],
  [
    "fields that the schema itself describes",
    { A: { additionalProperties: plain, unevaluatedProperties: false } },
    { A: { additionalProperties: plain } },
  ],
  ["items that no part describes", { A: { unevaluatedItems: plain } }, { A: { items: plain } }],
])("not reported: %s", (_, schemas, expected = schemas) => {
  const document = documentOf(structuredClone(schemas));
  expect(fixDocument(document)).toEqual([]);
  expect(document.components.schemas).toEqual(expected);
});

test("servers with undescribed variables are removed", () => {
  const servers = [
    { url: "https://a.example/{version}" },
    { url: "https://b.example/{version}", variables: { version: { default: "1" } } },
  ];
  const document = documentOf({}, { servers: [...servers] });
  expect(fixDocument(document)).toHaveLength(1);
  expect(document).toMatchObject({ servers: [servers[1]] });
});

test("a tag is described once", () => {
  const tags = [{ name: "a", description: "One." }, { name: "b" }, { name: "a" }];
  const document = documentOf({}, { tags });
  expect(fixDocument(document)).toEqual([
    { pointer: "#/tags/2", what: "tag a is described before: removed" },
  ]);
  expect(document).toMatchObject({ tags: tags.slice(0, 2) });
});

test("an operation id becomes a valid name that no other operation has, also if there is none", () => {
  const document = documentOf(
    {},
    {
      paths: {
        "/a/{b}": { get: { operationId: "a/b", parameters: [b] }, put: { parameters: [b] } },
        "/c": { get: { operationId: "c" }, head: { operationId: "c" } },
        "/d": { get: { operationId: "C" }, put: { operationId: null } },
      },
    },
  );
  expect(fixDocument(document).map(({ what }) => what)).toEqual([
    "operation id a/b: renamed to a-b",
    "an operation without an id: now operation id PutAB",
    "operation id c, which another operation has: renamed to c_",
    "operation id C, which names the same types as c: renamed to C__",
    "an operation without an id: now operation id PutD",
  ]);
});

const b = { in: "path", name: "b", required: true, schema: { type: "string" } };

test("parameters of paths are described, and operations have paths of their own", () => {
  const get = { operationId: "a", parameters: [{ ...b, in: "query" }], responses: {} };
  const document = documentOf({}, { paths: { "/a/{b}": { get }, "/a/{c}": { get: {} } } });
  expect(fixDocument(document).map(({ pointer, what }) => `${pointer} ${what}`)).toEqual([
    "#/paths/~1a~1{c}/get an operation that a server cannot tell from that of /a/{b}: removed",
    "#/paths/~1a~1{b}/get b in the path, which no path parameter describes: now any text in the path, and nowhere else",
  ]);
  expect(get.parameters).toEqual([b]);
});

test("a component with the name of a type of TypeSpec is renamed", () => {
  const document = documentOf({ url: plain, A: { properties: { b: ref("url") } } });
  expect(fixDocument(document).map(({ what }) => what)).toEqual([
    "name of a type of TypeSpec: renamed to url_",
  ]);
  expect(document.components.schemas).toEqual({
    url_: plain,
    A: { properties: { b: ref("url_") } },
  });
});

test("dots are removed from names of which one would be a namespace of another", () => {
  const named = { "a.b": { type: "object" }, "a.b.c": { properties: { d: ref("a.b") } } };
  const document = documentOf(named);
  expect(fixDocument(document)).toHaveLength(2);
  expect(document.components.schemas).toEqual({
    a_b: { type: "object" },
    a_b_c: { properties: { d: ref("a_b") } },
  });
});

test.each([
  ["Music Web API with fixes and improvements from somebody", "Music"],
  ["GitHub v3 REST API", "GitHub"],
  ["Chat HTTP API (Preview)", "Chat"],
  ["The Balance-Platform Service", "BalancePlatform"],
  ["Twenty one pilots and their songs", "TwentyOnePilots"],
  ["Web API", undefined],
  ["Record API", undefined],
  ["3D printers", undefined],
])("the service %j is called %s", (title, name) => {
  expect(shortName(title)).toBe(name);
});

test("variants that extend their union extend a schema without the variants", () => {
  const union = { oneOf: [ref("B"), ref("C")], ...ofKind };
  const document = documentOf({
    A: { ...plain, ...union },
    B: { allOf: [ref("A"), withB({ type: "string" })] },
    C: { allOf: [ref("B")] },
  });
  expect(fixOwnVariants(document)).toHaveLength(1);
  expect(document.components.schemas).toEqual({
    A: union,
    ABase: plain,
    B: { allOf: [ref("ABase"), withB({ type: "string" })] },
    C: { allOf: [ref("B")] },
  });
});
