import { withoutValue } from "@contract-toolkit/kernel";
import { expect, test } from "vitest";
import { fix } from "./fixes.ts";
import { shortName } from "./names.ts";

/** A document with one schema, or some. */
function documentOf(schemas: Record<string, object>, further: object = {}) {
  return { openapi: "3.0.0", components: { schemas }, ...further };
}

const list = { E: { type: "string", enum: ["x"] } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const withB = (b: object) => ({ properties: { b } });
const allOfRef = { allOf: [ref("A"), { type: "object" }] };
const plain = { type: "object", properties: { a: { type: "string" } } };
const kinds = ["a", "b"].map((name) => ({ properties: { kind: { enum: [name] } } }));
const ofKind = { discriminator: { propertyName: "kind" } };

test.each<[gone: string, why: string, schema: object, others?: object]>([
  ["format", "beside an enum", { type: "string", enum: ["x"], format: "country" }],
  ["maxLength", "of a time", { type: "string", format: "date-time", maxLength: 9 }],
  [
    "default",
    "of a list of an enumeration",
    { type: "array", items: ref("E"), default: ["x"] },
    list,
  ],
  ["readOnly", "of a model", { type: "object", readOnly: true }],
  ["nullable", "of an extended model", { type: "object", nullable: true }, { B: allOfRef }],
  ["x-a", "that is an empty object", { type: "object", "x-a": {}, "x-b": 1 }],
  ["pattern", "of bytes", { type: "string", format: "byte", pattern: "1" }],
  ["pattern", "of a number", { type: "integer", pattern: "1" }],
  ["discriminator", "of an extended model", { type: "object", ...ofKind }],
  ["default", "of another type", { type: "integer", default: "20" }],
  ["items/default", "of items", { type: "array", items: { type: "string", default: "x" } }],
  ["pattern", "that is none of JavaScript", { type: "string", pattern: "(?i)x" }],
  ["anyOf", "of required fields", { properties: {}, anyOf: [{ required: ["a"] }] }],
  [
    "discriminator",
    "that a variant has any text for",
    { anyOf: [ref("B"), {}], ...ofKind },
    { B: { properties: { kind: { type: "string" } } } },
  ],
])("removed: %s %s", (gone, _, schema, others = {}) => {
  const document = documentOf(structuredClone({ A: schema, ...others }));
  expect(fix(document).map((each) => each.pointer)).toEqual(["#/components/schemas/A"]);
  expect(document.components.schemas).toEqual({ A: withoutValue(schema, `/${gone}`), ...others });
});

/** The path of a change that keeps the meaning, so nothing is reported. */
const nothing = "nothing";

test.each<[name: string, schemas: Record<string, object>, expected: object, path?: string]>([
  [
    "a code span that is not closed on its line",
    { A: { description: "`a` or `b" } },
    { A: { description: "`a` or b" } },
  ],
  [
    "the default of an enumeration that is referred to",
    { ...list, A: withB({ allOf: [ref("E")], default: "x" }) },
    { ...list, A: withB({ type: "string", enum: ["x"], default: "x" }) },
    "A/properties/b",
  ],
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
    "a model that can be null",
    { A: { ...plain, nullable: true } },
    { A: { nullable: true, anyOf: [ref("AObject")] }, AObject: plain },
  ],
  [
    "parts that are no models",
    { A: { allOf: [{ type: "string" }, { nullable: false }] } },
    { A: { type: "string", nullable: false } },
  ],
  ["a union of one", { A: withB({ oneOf: [ref("C")] }) }, { A: withB(ref("C")) }, "A/properties/b"],
  [
    "a property that the extended model has too",
    { A: plain, B: { allOf: [ref("A")], properties: { a: {}, own: {} } } },
    { A: plain, B: { allOf: [ref("A")], properties: { own: {} } } },
    "B",
  ],
  [
    "a property that says more than that of the extended model",
    {
      A: { properties: { kind: { type: "string" }, id: {} }, required: ["kind"] },
      B: { allOf: [ref("A"), { properties: { kind: { enum: ["b"] } } }] },
    },
    {
      A: { properties: { kind: { type: "string" }, id: {} }, required: ["kind"] },
      B: {
        allOf: [
          { type: "object", properties: { id: {} }, required: ["kind"] },
          { properties: { kind: { type: "string", enum: ["b"] } }, required: ["kind"] },
        ],
      },
    },
    "B",
  ],
  [
    "oneOf whose discriminator has one value twice",
    { A: { oneOf: [ref("B"), kinds[0]], ...ofKind }, B: { allOf: [kinds[0]] } },
    { A: { anyOf: [ref("B"), kinds[0]] }, B: { allOf: [kinds[0]] } },
  ],
  [
    "equal variants of which there is to be one",
    { A: { oneOf: [{ title: "X", ...plain }, { type: "string" }, ref("B")] }, B: plain },
    { A: { oneOf: [{ title: "X", ...plain }, { type: "string" }] }, B: plain },
  ],
  [
    "a union with a discriminator, but without a name",
    { A: withB({ oneOf: kinds, ...ofKind }) },
    { A: withB(ref("AB")), AB: { oneOf: kinds, ...ofKind } },
    "A/properties/b",
  ],
  [
    "what refers to no model",
    { ...list, A: { description: "a", ...ref("E") } },
    { ...list, A: { description: "a", ...list.E } },
    nothing,
  ],
  [
    "null of an enum",
    { A: { nullable: true, enum: ["x", null] } },
    { A: { nullable: true, enum: ["x"] } },
    nothing,
  ],
  [
    "a variant whose value is in what it is made of",
    { A: { anyOf: [ref("B")], ...ofKind }, B: { allOf: [kinds[0]] } },
    {
      A: {
        anyOf: [ref("B")],
        discriminator: { propertyName: "kind", mapping: { a: ref("B").$ref } },
      },
      B: { allOf: [kinds[0]] },
    },
    nothing,
  ],
  [
    "names required beside allOf",
    { A: { required: ["a"], allOf: [plain] } },
    { A: { required: ["a"], allOf: [{ ...plain, required: ["a"] }] } },
    nothing,
  ],
])("changed: %s", (_, schemas, expected, path = "A") => {
  const document = documentOf(structuredClone(schemas));
  const pointers = path === nothing ? [] : [`#/components/schemas/${path}`];
  expect(fix(document).map((each) => each.pointer)).toEqual(pointers);
  expect(document.components.schemas).toEqual(expected);
});

test.each([
  ["a pattern of JavaScript", { A: { type: "string", pattern: "^x$" } }],
  ["a length of a text", { A: { type: "string", maxLength: 1 } }],
  ["a named union", { A: { oneOf: kinds, ...ofKind } }],
  ["data that looks like a schema", { A: { example: { type: "integer", pattern: "1" } } }],
])("unchanged: %s", (_, schemas) => {
  const document = documentOf(structuredClone(schemas));
  expect(fix(document)).toEqual([]);
  expect(document.components.schemas).toEqual(schemas);
});

test("servers with undescribed variables are removed", () => {
  const servers = [
    { url: "https://a.example/{version}" },
    { url: "https://b.example/{version}", variables: { version: { default: "1" } } },
  ];
  const document = documentOf({}, { servers: [...servers] });
  expect(fix(document)).toHaveLength(1);
  expect(document).toMatchObject({ servers: [servers[1]] });
});

test("the description of a tag is joined into one line", () => {
  const document = documentOf({}, { tags: [{ name: "A", description: "of two\n lines" }] });
  expect(fix(document)).toMatchObject([{ pointer: "#/tags/0" }]);
  expect(document).toMatchObject({ tags: [{ description: "of two lines" }] });
});

test("an operation id becomes a valid name, and an answer that is a union is referenced by allOf", () => {
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
  expect(fix(document).map(({ pointer }) => pointer)).toEqual([
    "#/paths/~1a/get/responses/201",
    "#/paths/~1a/get",
  ]);
  const { "/a": changed } = answer({ allOf: [ref("A")] });
  const get = { ...changed.get, operationId: "a-b" };
  expect(document).toMatchObject({ paths: { "/a": { get } } });
});

test("a component with the name of a type of TypeSpec is renamed", () => {
  const document = documentOf({ url: plain, A: { properties: { b: ref("url") } } });
  expect(fix(document).map(({ what }) => what)).toEqual([
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
  expect(fix(document)).toHaveLength(2);
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

test.each(["paths", "components"])(
  "a part of %s that becomes a component is fixed and escaped once",
  (place) => {
    const inside = { description: '*/ "c"', title: 'a "b"', pattern: "\\s+$", type: "string" };
    const union = {
      title: 'a "b"',
      oneOf: [...kinds, { properties: { kind: { enum: ["c"] }, d: inside } }],
    };
    const b = structuredClone({ ...union, ...ofKind });
    const schemas = place === "paths" ? {} : { A: { properties: { b } } };
    const get = { responses: { 200: { content: { "application/json": { schema: b } } } } };
    const document = documentOf(schemas);
    Object.assign(document, place === "paths" ? { paths: { "/a": { get } } } : {});
    fix(document);
    const [moved] = Object.values(document.components.schemas).filter((each) => "oneOf" in each);
    expect(moved).toMatchObject({
      title: 'a \\"b\\"',
      oneOf: { 2: { properties: { d: { description: '*/ \\"c\\"', title: 'a \\"b\\"' } } } },
    });
    expect(JSON.stringify(moved)).not.toContain("pattern");
  },
);
