import type { OpenApiDocument, Schema } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { readXmlBody } from "./xml-bodies.ts";

const text: Schema = { type: "string" };
const components = {
  schemas: { Tag: { type: "object", xml: { name: "tag" } }, Plain: { type: "object" } },
};
const tag = { $ref: "#/components/schemas/Tag" };
const plain = { $ref: "#/components/schemas/Plain" };
const read = (schema: Schema) => readXmlBody({ components } as unknown as OpenApiDocument, schema);
const listOf = (items: Schema, xml: object = {}): Schema => ({ type: "array", items, xml });

/** OpenAPI 3.1, section 4.8.26: without an own name, items in an element have the name of that element. */
test.each<[what: string, list: Schema, name: string]>([
  ["their own", listOf({ ...text, xml: { name: "own" } }, { wrapped: true }), "own"],
  ["that of their component's element", listOf(tag, { wrapped: true }), "tag"],
  ["that of the list", listOf(plain, { wrapped: true }), "list"],
  ["that of the list's element", listOf(text, { wrapped: true, name: "other" }), "other"],
])("the name of wrapped items is %s", (_, list, name) => {
  const body = read({ type: "object", properties: { list }, xml: { name: "root" } });
  expect(body?.root.fields?.["list"]?.items?.name).toBe(name);
});

test.each<[Schema, string]>([
  [tag, "tag"],
  [plain, "Plain"],
  [text, "item"],
])("items of a root element, %o, are named %s", (items, name) => {
  expect(read(listOf(items, { name: "root" }))?.root.items?.name).toBe(name);
});

test("a value without a name that contains itself has an end", () => {
  const B: Schema = { type: "object", properties: {} };
  const itself = { oneOf: [{ $ref: "#/components/schemas/B" }, plain] };
  Object.assign(B.properties ?? {}, { b: itself });
  const document = { components: { schemas: { ...components.schemas, B } } };
  const { root, values } = readXmlBody(document as unknown as OpenApiDocument, B) ?? {};
  expect(root?.fields?.["b"]?.fields?.["b"]).toEqual({ name: "b", value: "_0" });
  expect(values).toEqual({ _0: { fields: { b: { name: "b", value: "_0" } } } });
});

test("each prefix means one namespace", () => {
  const of = (namespace: string): Schema => ({ ...text, xml: { namespace, prefix: "p" } });
  const properties = { a: of("http://a"), b: of("http://b"), c: of("http://a") };
  const { root, prefixes } = read({ type: "object", properties, xml: { name: "root" } }) ?? {};
  expect(prefixes).toEqual({ p: "http://a", p_: "http://b" });
  expect(Object.values(root?.fields ?? {}).map(({ prefix }) => prefix)).toEqual(["p", "p_", "p"]);
});
