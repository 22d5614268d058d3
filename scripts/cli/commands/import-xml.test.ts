import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generateInto } from "../../../conformance/testing/generated.ts";
import { corpus } from "../../generate/testing/specs/corpus.ts";
import { imported } from "../testing/imported.ts";

const text = { type: "string" };
const pet = { $ref: "#/components/schemas/Pet" };
const tag = { $ref: "#/components/schemas/Tag" };
const of = (schema: object) => ({ schema });
const listOf = (items: object, xml?: object) => ({ type: "array", ...(xml && { xml }), items });

function documentOf(content: object, schemas: object = {}) {
  const requestBody = { required: true, content };
  const responses = { 200: { description: "Done.", content } };
  return {
    openapi: "3.0.3",
    info: { title: "Pets", version: "1.0.0" },
    paths: { "/pets": { post: { operationId: "add", requestBody, responses } } },
    components: { schemas },
  };
}

const schemas = {
  Tag: { type: "object", properties: { name: text }, xml: { name: "tag" } },
  Labels: listOf(tag),
  Pet: {
    type: "object",
    required: ["photos"],
    properties: {
      id: { type: "integer", xml: { attribute: true, name: "no" } },
      name: { ...text, xml: { name: "given", namespace: "http://example.com/a", prefix: "a" } },
      other: { ...text, xml: { namespace: "http://example.com/b", prefix: "a" } },
      photos: listOf({ ...text, maxLength: 9, xml: { name: "photo" } }, { wrapped: true }),
      marks: listOf(text, { wrapped: true, name: "marked" }),
      tags: listOf(tag, { wrapped: true }),
      aliases: listOf({ allOf: [tag], xml: { name: "alias" } }, { wrapped: true }),
      friends: listOf(pet),
      words: listOf({ ...text, xml: { name: "word" } }),
      labels: { $ref: "#/components/schemas/Labels" },
      within: { type: "object", properties: { note: { ...text, xml: { attribute: true } } } },
    },
    xml: { name: "pet", namespace: "http://example.com/c" },
  },
};

test.each<[what: string, content: object]>([
  ["beside JSON", { "application/json": of(pet), "application/xml": of(pet) }],
  ["alone", { "text/xml": of(pet) }],
  ["as a list with a name", { "application/a+xml": of(listOf(pet, { name: "pets" })) }],
  ["as an object with a name", { "application/xml": of({ ...schemas.Pet, xml: { name: "p" } }) }],
])("a body of XML %s is imported without a loss", async (_, content) => {
  const { stdout: printed, main } = await imported(documentOf(content, schemas), "--json");
  expect(JSON.parse(printed)).toEqual({ fixes: [], losses: [] });
  expect(main).toContain('import "@typespec/xml";');
  expect(main).toMatch(/@unwrapped\s+@name\("word"\)\s+words\?: string\[\]/);
});

test("a document without XML does not need its library", async () => {
  const { main } = await imported(documentOf({ "application/json": of(pet) }, schemas), "--lossy");
  expect(main).not.toContain("xml");
});

const refused: readonly [reason: string, schema: object][] = [
  ["the root element needs a name", listOf(pet)],
  ['the field "a" may be null', { properties: { a: { ...text, nullable: true } } }],
  [
    'the field "a" may be an object or something else',
    { properties: { a: { oneOf: [text, tag] } } },
  ],
  [
    'the field "b" may be an object or something else',
    { properties: { b: { oneOf: [listOf(text), tag] } } },
  ],
  ['the field "a" may be any value', { properties: { a: {} } }],
  [
    'the field "a" may have fields of any value',
    { properties: { a: { additionalProperties: true } } },
  ],
  ['the field "c" may have fields of any value', { properties: { c: { type: "object" } } }],
  [
    'the field "b" may have fields of any value',
    { properties: { b: { type: "object", unevaluatedProperties: {} } } },
  ],
  ['the field "a" is a list of lists', { properties: { a: listOf(listOf(text)) } }],
  [
    'the field "a" is an object or a list',
    { properties: { a: { ...listOf(text), xml: { attribute: true } } } },
  ],
  ['the field "a b" has the name "a b"', { properties: { "a b": text } }],
  [
    'the body has several fields "a" of different types',
    { oneOf: [{ properties: { a: text } }, { properties: { a: { type: "integer" } } }] },
  ],
];

test("a body that XML cannot hold is a loss with its line", async () => {
  const paths = refused.map(([reason, schema], index) => {
    const named = reason.startsWith("the root")
      ? schema
      : { type: "object", ...schema, xml: { name: "x" } };
    const content = { "application/json": of(pet), "application/xml": of(named) };
    const { post } = documentOf(content).paths["/pets"];
    return [`/${index}`, { post: { ...post, operationId: `add${index}` } }];
  });
  const document = { ...documentOf({}, schemas), paths: Object.fromEntries(paths) as object };
  const { status, stdout } = await imported(document, "--json");
  const { fixes, losses } = JSON.parse(stdout) as Record<"fixes" | "losses", object[]>;
  expect(status).toBe(1);
  for (const [index, [reason]] of refused.entries()) {
    const place = { pointer: `#/paths/~1${index}/post/requestBody`, position: atLine };
    const what: unknown = expect.stringContaining(`content type application/xml: ${reason}`);
    expect(fixes).toContainEqual({ ...place, what });
    const cause = "the content type application/xml was removed";
    expect(losses).toContainEqual(expect.objectContaining({ ...place, cause }));
  }
});

const atLine: unknown = expect.stringMatching(/openapi\.json:\d+:\d+$/);

test("alone, it is bytes or any text", async () => {
  const content = { "application/xml": of(listOf(text)), "text/xml": of(text) };
  const { main } = await imported(documentOf(content), "--lossy");
  expect(main).toMatch(/contentType: "text\/xml";\s+@bodyRoot body: string;/);
  const alone = await imported(documentOf({ "application/xml": of(listOf(text)) }), "--lossy");
  expect(alone.main).toContain("body: bytes");
});

test("a generated document with XML is imported without a loss", async () => {
  const { entry } = corpus.find(({ name }) => name === "xml") ?? { entry: "" };
  const { folder } = await generateInto(entry);
  for (const name of ["openapi.json", "openapi-3.1.json"]) {
    const document = JSON.parse(await readFile(join(folder, "archive", name), "utf8")) as object;
    const { stdout: printed } = await imported(document, "--json");
    expect(JSON.parse(printed)).toMatchObject({ losses: [] });
  }
});
