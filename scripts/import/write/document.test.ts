import { expect, test } from "vitest";
import { writeTypeSpec } from "./document.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const schemas = {
  Mode: { type: "string", enum: ["a", "b"] },
  Day: { type: "string", format: "date" },
  Base: { type: "object", required: ["id"], properties: { id: text, note: text } },
  Other: { type: "object", properties: { kind: text } },
  Hidden: { type: "object", readOnly: true, properties: {} },
  Nested: { oneOf: [ref("Base"), ref("Other")] },
};

function written(document: object) {
  const reports: string[] = [];
  const info = { title: "Clocks", version: "1" };
  const files = writeTypeSpec({ openapi: "3.1.0", info, paths: {}, ...document }, (_, what) => {
    reports.push(what);
  });
  return { main: files["main.tsp"].replaceAll(/\s+/g, " "), reports };
}

/** What a property with this schema becomes. */
const property = (b: object, name = "b", rules: object = {}) => {
  const A = { type: "object", properties: { [name]: b }, ...rules };
  const { main, reports } = written({ components: { schemas: { ...schemas, A } } });
  return { text: /model A \{ (.*?) \}(?= |$)/.exec(main)?.[1], main, reports };
};

test("servers and tags keep their order", () => {
  const servers = ["sandbox", "live"].map((name) => ({ url: `https://${name}.example` }));
  const { main } = written({ servers, tags: [{ name: "b" }, { name: "a" }] });
  // The compiler applies the last decorator first.
  expect(main).toMatch(/live\.example.*sandbox\.example.*@tagMetadata\("a".*@tagMetadata\("b"/);
});

test("a required property keeps its default", () => {
  const kept = property({ ...ref("Mode"), default: "a" }, "b", { required: ["b"] });
  expect(kept).toMatchObject({ text: `b: Mode = "a";`, reports: [] });
});

test("the default of an inherited property is left out with a word", () => {
  const { text, reports } = property({ type: "string", default: "a" }, "constructor");
  expect(text).toBe("constructor?: string;");
  expect(reports).toEqual([expect.stringContaining('default "a" of a field named "constructor"')]);
});

test.each<[schema: object, expected: string]>([
  [{ ...ref("Mode"), default: "a" }, `b?: Mode = "a";`],
  [
    { ...ref("Mode"), default: "a", deprecated: true, description: "Old." },
    `/** Old. */ #deprecated "deprecated" b?: Mode = "a";`,
  ],
  [
    { type: "string", format: "date", default: "2026-01-01" },
    `b?: plainDate = plainDate.fromISO("2026-01-01");`,
  ],
  [{ ...ref("Base"), env_names: ["A"] }, `b?: Base;`],
  [{ ...ref("Day"), default: "2026-01-01" }, `b?: Day = Day.fromISO("2026-01-01");`],
  [{ ...ref("Base"), default: { id: "x" } }, `b?: Base = #{ id: "x" };`],
  [
    { anyOf: [{ type: "integer" }, { type: "number" }], default: 0 },
    `b?: integer | numeric = integer(0);`,
  ],
  [
    {
      anyOf: [
        { type: "string", maxLength: 3 },
        { type: "string", format: "uri" },
      ],
      default: "a",
    },
    `b?: ABVariant1 | url = url("a");`,
  ],
  [{ type: "number", format: "float", maximum: 1e300 }, `b?: float32;`],
  [{ ...ref("Base"), readOnly: true }, `@visibility(Lifecycle.Read) b?: Base;`],
  [ref("Hidden"), `@visibility(Lifecycle.Read) b?: Hidden;`],
  [{ type: "string", const: "${k}", example: "${k}" }, '@example("\\${k}") b?: "\\${k}";'],
  [
    { type: ["object", "null"], properties: {}, example: { k: 1 } },
    `@example(#{ k: 1 }) b?: Record<unknown> | null;`,
  ],
  [{ type: "string", description: "@a */ b" }, `@doc("@a */ b") b?: string;`],
  [{ description: "now", allOf: [ref("Base")] }, `/** now */ b?: Base;`],
])("the property %j", (schema, expected) => {
  expect(property(schema)).toMatchObject({ text: expected, reports: [] });
});

test.each<[schema: object, report: string]>([
  [{ ...ref("Mode"), default: "A" }, 'default "A", which'],
  [
    { type: "integer", default: 2 ** 63 },
    "default 9223372036854776000, which is not a value of its schema or not exact",
  ],
  [{ ...ref("Base"), default: { id: "x", extra: 1 } }, "default"],
  [{ ...text, example: 1 }, "an example that is not a value"],
  [{ type: "array", items: text, minItems: 2, example: ["a"] }, "an example that is not a value"],
  [{ type: "object", minProperties: 2, example: { a: 1 } }, "an example that is not a value"],
  [{ type: "array", items: { ...text, default: "x" } }, "default of the items"],
  [{ not: {} }, "a schema that allows no value: now any value"],
])("of the property %j something is left out with a word", (schema, report) => {
  expect(property(schema).reports).toEqual([expect.stringContaining(report)]);
});

test.each<[name: string, schema: object, expected: string]>([
  [
    "one part",
    { allOf: [ref("Base"), { properties: { own: text } }] },
    "model A { ...Base; own?: string; }",
  ],
  [
    "a property that several parts have",
    { allOf: [ref("Base"), { properties: { note: { maxLength: 3 } }, required: ["note"] }] },
    "model A { id: string; @maxLength(3) note: string; }",
  ],
  [
    "lists that several parts have",
    {
      allOf: [
        { properties: { l: { type: "array", items: { type: "object" } } } },
        { properties: { l: { items: ref("Base") } } },
      ],
    },
    "model A { l?: Base[]; }",
  ],
  [
    "a union",
    { allOf: [ref("Nested"), { properties: { own: text } }] },
    "union A { { ...Base; own?: string; }, { ...Other; own?: string; } }",
  ],
  [
    "combinations of required fields",
    {
      type: "object",
      properties: { a: text, b: text },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    },
    "union A { { a: string; b?: string; }, { a?: string; b: string; } }",
  ],
  [
    "a discriminator by mapping",
    {
      oneOf: [ref("Other"), ref("Base")],
      discriminator: { propertyName: "kind", mapping: { x: ref("Other").$ref } },
    },
    "union A { x: AX, Base: ABase, }",
  ],
  [
    "a discriminator or null",
    {
      oneOf: [ref("Other"), ref("Base"), { type: "null" }],
      discriminator: { propertyName: "kind", mapping: { x: ref("Other").$ref } },
    },
    "union A_ { x: AX, Base: ABase, } union A { A_, null }",
  ],
  [
    "an example of a date or null",
    { type: ["string", "null"], format: "date", example: "2026-01-01" },
    `@example(plainDate.fromISO("2026-01-01")) union A { plainDate, null }`,
  ],
  [
    "a part that requests could have of their own",
    {
      properties: {
        create: { oneOf: [ref("Base"), ref("Other")], discriminator: { propertyName: "kind" } },
      },
    },
    "model A { create?: ACreateType; }",
  ],
  [
    "nested unions with a discriminator",
    { oneOf: [ref("Nested")], discriminator: { propertyName: "kind" } },
    "alias A = Nested;",
  ],
  ["any object", { type: "object" }, "model A { ...Record<unknown>; }"],
  [
    "any object as a part of another",
    { allOf: [ref("Hidden"), { properties: { own: text } }] },
    "model A { own?: string; }",
  ],
  [
    "a closed object",
    { type: "object", additionalProperties: false, properties: {} },
    "model A { ...Record<never>; }",
  ],
])("the schema with %s", (_, schema, expected) => {
  expect(written({ components: { schemas: { ...schemas, A: schema } } }).main).toContain(expected);
});

test("a hierarchy of 50 levels is written in a moment", () => {
  const levels = Array.from({ length: 50 }, (_, at) => [
    ...[`A${at + 1}`, { allOf: [ref(`A${at}`), { properties: { [`a${at}`]: text } }] }],
  ]);
  const all: unknown = Object.fromEntries([["A0", schemas.Base], ...levels]);
  const { main } = written({ components: { schemas: all } });
  expect(main).toContain("model A50 { ...A49; a49?: string; }");
});

const json = (schema: object) => ({ content: { "application/json": { schema } } });

test("one schema of a success and an error keeps both, also by references", () => {
  const responses = {
    200: { description: "Good", ...json(ref("Base")) },
    default: { $ref: "#/components/responses/Bad" },
    "4XX": { $ref: "#/components/responses/Bad" },
  };
  const { main } = written({
    paths: { "/a": { get: { operationId: "a", responses } } },
    components: { schemas, responses: { Bad: { description: "Bad", ...json(ref("Base")) } } },
  });
  expect(main).toContain(
    'op a(): Response<200, "Good", Body<Base>> | BadDefaultResponse | BadRangeResponse<400, 499>;',
  );
});

test("a header is written once, however many content types a response has", () => {
  const content = { "application/json": { schema: ref("Base") }, "text/plain": { schema: text } };
  const responses = { 200: { description: "", headers: { Tries: { schema: text } }, content } };
  const { main } = written({
    paths: { "/a": { get: { operationId: "a", responses } } },
    components: { schemas },
  });
  expect(main.split('@header("Tries")')).toHaveLength(2);
});

test("a route says how the parameters of its path are written", () => {
  const path = (name: string, how: object) => ({ in: "path", name, required: true, ...how });
  const parameters = [
    path("rest", { allowReserved: true, schema: text }),
    path("label", { style: "label", explode: true, schema: { type: "array", items: text } }),
    path("id", { style: "matrix", schema: text }),
  ];
  const { main } = written({
    paths: { "/a/{label}/{id}/{rest}": { get: { operationId: "a", parameters, responses: {} } } },
  });
  expect(main).toContain('@route("/a/{.label*}/{;id}/{+rest}")');
  expect(main).toContain("@path rest: string, @path label: string[], @path id: string,");
});

test("what neither TypeSpec nor a difference shows is said", () => {
  const parameters = [{ in: "query", name: "q", allowReserved: true, schema: text }];
  const content = { "application/json": { schema: text, example: "x" } };
  const responses = { 200: { description: "", links: { a: {} }, content } };
  const { reports } = written({
    info: { title: "A", version: "1", termsOfService: "/tos" },
    paths: { "/a": { get: { operationId: "a", parameters, responses, callbacks: {} }, trace: {} } },
  });
  expect(reports).toEqual([
    expect.stringContaining("callbacks"),
    expect.stringContaining("allowReserved"),
    expect.stringContaining("examples of a body"),
    expect.stringContaining("links"),
    expect.stringContaining("TRACE"),
    expect.stringContaining("termsOfService"),
  ]);
});
