import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import type { Schema } from "@contract-toolkit/contract";
import { wireTypes } from "./types.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test.each([
  ["its variant", { Tree: { anyOf: [{ type: "string" }, { type: "array", items: ref("Tree") }] } }],
  [
    "null in its variant",
    {
      Tree: {
        anyOf: [
          { type: "string" },
          { type: "array", items: { nullable: true, allOf: [ref("Tree")] } },
        ],
      },
    },
  ],
  [
    "another component",
    {
      Tree: { oneOf: [{ type: "string" }, ref("Trees")] },
      Trees: { type: "array", items: ref("Tree") },
    },
  ],
  [
    "a map",
    {
      Tree: { anyOf: [{ type: "string" }, { type: "object", additionalProperties: ref("Tree") }] },
    },
  ],
] as const)("the type of a union that holds itself by %s compiles", async (_, schemas) => {
  expect(await messagesOf(schemas)).toEqual([]);
});

const objectWith = (additional: Schema | boolean, fields: Record<string, Schema>): Schema => ({
  type: "object",
  required: Object.keys(fields).slice(0, 1),
  properties: fields,
  additionalProperties: additional,
});
const [text, whole, flag] = [{ type: "string" }, { type: "integer" }, { type: "boolean" }];

test.each([
  [
    "other fields of another type",
    objectWith(text, { name: whole, flag }),
    "{ name: 1, other: 'x' }",
  ],
  ["other fields of its type", objectWith(text, { name: text }), "{ name: 'a', other: 'x' }"],
  ["fields of any type", objectWith({}, { name: whole }), "{ name: 1, other: [1] }"],
  ["no other fields", objectWith(false, { name: whole, flag }), "{ name: 1, flag: true }"],
])("the type of an object with %s has values", async (_, thing, value) => {
  const use = (written: string) => `const a: components["schemas"]["Thing"] = ${written};`;
  expect(await messagesOf({ Thing: thing }, use(value))).toEqual([]);
  expect(await messagesOf({ Thing: thing }, use("{ name: null }"))).toHaveLength(1);
});

test("the type of an object without other fields refuses them", async () => {
  const use = 'const a: components["schemas"]["Thing"] = { name: 1, other: 2 };';
  expect(await messagesOf({ Thing: objectWith(false, { name: whole }) }, use)).toHaveLength(1);
});

/** What the compiler says of the types of schemas, and of code that uses them. */
async function messagesOf(schemas: Record<string, Schema>, use = "") {
  await using folder = await mkdtempDisposable(join(tmpdir(), "types-"));
  const file = join(folder.path, "types.ts");
  const info = { title: "Types", version: "1" };
  const code = await wireTypes({ openapi: "3.0.0", info, paths: {}, components: { schemas } });
  await writeFile(file, `${code}\n${use}`);
  const options = { strict: true, noEmit: true, types: [], lib: ["lib.es5.d.ts"] };
  const program = ts.createProgram([file], options);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
}

test("fields may have the names of inherited properties", async () => {
  const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== "__proto__");
  const properties = Object.fromEntries(
    names.map((name) => [name, { type: "string", description: name }]),
  );
  const code = await wireTypes({
    openapi: "3.0.0",
    info: { title: "Names", version: "1" },
    paths: {},
    components: { schemas: { Names: { type: "object", properties, required: names } } },
  });
  for (const name of names)
    expect(code).toMatch(new RegExp(`@description ${name} [^]*\\b${name}"?: string`));
  expect(code).not.toContain("~own");
});

test("a field and a parameter that are a component have its description and the limits of a scalar", async () => {
  const Name: Schema = { type: "string", maxLength: 9, description: "A name." };
  const properties = {
    bare: ref("Name"),
    own: { allOf: [ref("Name")], description: "Its own." },
    list: ref("Names"),
  };
  const code = await wireTypes({
    openapi: "3.0.0",
    info: { title: "Names", version: "1" },
    paths: {
      "/": {
        get: {
          operationId: "find",
          parameters: [{ name: "by", in: "query", description: "Filter.", schema: ref("Name") }],
          responses: { 200: { description: "Found." } },
        },
      },
    },
    components: {
      schemas: {
        Name,
        Names: { type: "array", items: ref("Name"), description: "Some names." },
        Thing: { type: "object", properties },
      },
    },
  });
  for (const [field, text] of Object.entries({
    bare: "A name. At most 9 characters.",
    own: "Its own. At most 9 characters.",
    list: "Some names.",
    by: "Filter. At most 9 characters.",
  }))
    expect(code.replaceAll(/\s+/g, " ")).toContain(`@description ${text} */ ${field}?: `);
});
