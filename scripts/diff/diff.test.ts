import { describe, expect, test } from "vitest";
import type { Schema } from "@contract-toolkit/contract";
import { changesOf, documentOf, json, type Part } from "./testing/documents.ts";

const text: Schema = { type: "string" };

function object(properties: Record<string, Schema>, ...required: string[]): Schema {
  return { type: "object", properties, required };
}

function bothWays(schema: Schema, schemas: Record<string, Schema> = {}): Part {
  return documentOf(
    { requestBody: { content: json(schema) }, responses: { 200: { content: json(schema) } } },
    { schemas },
  );
}

test("a possible break without a counterexample is a warning and says why none is shown", () => {
  const [request, response] = changesOf(bothWays(text), bothWays({ ...text, format: "colour" }));
  expect(request).toMatchObject({ id: "format-added", severity: "warning" });
  expect(request?.message).toContain(
    "no message is shown, because no tried message is allowed by its sender",
  );
  expect(request).not.toHaveProperty("counterexample");
  expect(response).toMatchObject({ severity: "info" });
});

test("patterns that cannot be compared are undecided warnings both ways", () => {
  const [one, other] = ["^[a-z]+$", "^(?![0-9])[a-z]+$"].map((pattern) =>
    bothWays({ ...text, pattern }),
  );
  for (const [old = {}, now = {}] of [
    [one, other],
    [other, one],
  ])
    for (const { severity, message } of changesOf(old, now))
      expect(`${severity}: ${message}`).toMatch(/^warning: .*undecided/);
});

test("a change in bodies of several types names the type", () => {
  const both = (name: Schema) =>
    documentOf({
      requestBody: {
        content: {
          ...json(object({ name })),
          "text/json": { schema: object({ name }) },
          "application/xml": { schema: object({ name, also: text }) },
        },
      },
    });
  expect(changesOf(both(text), both({ type: "integer" })).map(({ message }) => message)).toEqual([
    expect.stringMatching(/ \(in application\/json, text\/json\)$/),
    expect.stringMatching(/ \(in application\/xml\)$/),
  ]);
});

test.each<[string, Schema]>([
  ["application/octet-stream", { ...text, format: "byte" }],
  ["application/octet-stream", { ...text, contentEncoding: "base64" }],
  ["application/octet-stream", { type: "array", items: { ...text, contentEncoding: "base64" } }],
  ["application/octet-stream", {}],
  ["*/*", { ...text, format: "binary" }],
  ["text/plain", text],
  ["text/plain", { anyOf: [text, { type: "integer" }, { type: "null" }] }],
  ["application/json", { type: "object" }],
])("the content type %s is that of a part without one: %j", (contentType, part) => {
  const form = (encoding: Part) => ({
    "multipart/form-data": { schema: object({ part }), encoding },
  });
  const document = (encoding: Part) => documentOf({ requestBody: { content: form(encoding) } });
  const found = changesOf(document({}), document({ part: { contentType } }));
  expect(found).toEqual([]);
  const otherChanges = changesOf(document({}), document({ part: { contentType: "image/png" } }));
  expect(otherChanges).toMatchObject([{ id: "parameter-style-changed" }]);
});

const closed = { additionalProperties: false };

test.each<[string, Schema, Schema, unknown]>([
  [
    "a closed object",
    object({ name: text }),
    { ...object({ name: text }), ...closed },
    { undocumentedField: "undocumented" },
  ],
  ["false as a value", { type: "boolean" }, { enum: [true] }, false],
  ["a refused field", object({ a: text }), object({ a: false as never }), { a: "text" }],
  ["refused items", { type: "array" }, { type: "array", items: false as never }, ["text"]],
])("%s breaks requests, with a message that shows it", (_, old, now, shown) => {
  const [request, response] = changesOf(bothWays(old), bothWays(now));
  expect(request?.severity).toBe("error");
  expect(request?.counterexample).toEqual({ body: shown });
  expect(response?.severity).not.toBe("error");
});

test("a field with the name pattern is not read as the keyword", () => {
  const of = (type: string) => bothWays(object({ pattern: { type } }));
  expect(changesOf(of("string"), of("integer"))[0]).toMatchObject({
    severity: "error",
    counterexample: { body: { pattern: "text" } },
  });
});

test("if a schema becomes a union, its branches are reported and not their discriminator", () => {
  const kind = (value: string) => object({ kind: { const: value } }, "kind");
  const union = { oneOf: [kind("a"), kind("b")], discriminator: { propertyName: "kind" } };
  const ids = changesOf(bothWays(kind("a")), bothWays(union)).map(({ id }) => id);
  expect([...new Set(ids)]).toEqual(["union-branch-added"]);
});

test("changes of two alternatives are told apart", () => {
  const pet = (...required: string[]) => object({ kind: text, name: text }, ...required);
  const schemas = (...required: string[]) => ({
    Cat: { allOf: [pet(...required), object({ kind: { const: "cat" } }, "kind")] },
    Dog: { allOf: [pet(...required), object({ kind: { const: "dog" } }, "kind")] },
  });
  const [old, now] = [schemas(), schemas("name")].map((components) =>
    bothWays({ oneOf: [ref("Cat"), ref("Dog")] }, components),
  );
  const errors = changesOf(old ?? {}, now ?? {}).filter(({ severity }) => severity === "error");
  expect(errors).toMatchObject(
    ["Cat", "Dog"].map((name) => ({
      message: `it is required now (in ${name})`,
      counterexample: { body: { kind: name.toLowerCase() } },
    })),
  );
});

test("a counterexample of a listed value shows that value", () => {
  const listed = (...values: string[]) =>
    documentOf({ responses: { 200: { content: json(object({ a: { enum: values } })) } } });
  const added = changesOf(listed("x"), listed("x", "y", "z"));
  expect(added.map(({ counterexample }) => counterexample)).toEqual([
    { body: { a: "y" } },
    { body: { a: "z" } },
  ]);
});

test("what a parameter accepts as before is no break", () => {
  const limit = (schema: Schema) =>
    documentOf({ parameters: [{ name: "limit", in: "query", schema }] });
  const whole: Schema = { type: "integer", maximum: 5 };
  const severities = (items: Schema) =>
    changesOf(limit(whole), limit({ type: "array", items })).map(({ severity }) => severity);
  expect(severities({ type: "integer" })).not.toContain("error");
  expect(severities({ ...whole, maximum: 4 })).toContain("error");
  // A message is judged as the receiver reads its texts.
  const digits = changesOf(limit({ enum: ["1", "2"] }), limit({ type: "integer" }));
  expect(digits.map(({ severity }) => severity)).not.toContain("error");
});

test("a path parameter that one side describes is no change, and another name is none", () => {
  const at = (path: string, ...parameters: Part[]): Part => {
    const { paths, ...document } = documentOf({ parameters });
    return { ...document, paths: { [path]: Object.values(paths as Part)[0] } };
  };
  const parameter = (name: string, maximum: number): Part => ({
    name,
    in: "path",
    required: true,
    schema: { type: "integer", maximum },
  });
  const described = at("/a/{id}", parameter("id", 9));
  for (const other of [at("/a/{id}"), at("/a/{key}"), at("/a/{key}", parameter("key", 9))])
    expect([...changesOf(other, described), ...changesOf(described, other)]).toEqual([]);
  expect(changesOf(described, at("/a/{key}", parameter("key", 8)))).toMatchObject([
    { pointer: "/request/path/key", counterexample: { path: { key: 9 } } },
  ]);
});

test("a counterexample shows its own change, not another change of the same message", () => {
  const old = object({ a: text, b: text });
  const now = object({ a: text, b: { ...text, format: "colour" } }, "a");
  const changes = changesOf(bothWays(old), bothWays(now)).filter(({ pointer }) =>
    pointer.startsWith("/request"),
  );
  expect(changes.map(({ id, severity }) => `${id} ${severity}`).sort()).toEqual([
    "format-added warning",
    "property-became-required error",
  ]);
});

test("a change of a component is one finding for each severity, with all places, the nearest first", () => {
  const holder = object({ far: object({ item: ref("Item") }), near: ref("Item") });
  const schemas = (maxLength: number) => ({ Item: object({ name: { ...text, maxLength } }) });
  const [change, ...others] = changesOf(bothWays(holder, schemas(9)), bothWays(holder, schemas(8)));
  expect(change).toMatchObject({
    severity: "error",
    message: "the maximum length decreased from 9 to 8",
    operation: "putItem",
    pointer: "/request/body/near/name",
    places: [
      { operation: "putItem", pointer: "/request/body/near/name" },
      { operation: "putItem", pointer: "/request/body/far/item/name" },
    ],
  });
  expect(others).toMatchObject([{ severity: "info", pointer: "/response/200/body/near/name" }]);
});

test.each<[string, (last: Schema) => Part]>([
  [
    "at the end of a long chain of components",
    (last) => {
      const links = Array.from({ length: 300 }, (_, index): [string, Schema] => [
        `C${index}`,
        object({ next: ref(`C${index + 1}`) }),
      ]);
      return bothWays(ref("C0"), { ...Object.fromEntries(links), C300: object({ own: last }) });
    },
  ],
  [
    "in one of ten unions side by side",
    (last) => {
      const branches = Array.from({ length: 10 }, (_, index) =>
        ["a", "b", "c"].map((each) => `${each}${index}`),
      ).map((names) => names.map((name) => object({ [name]: name === "b4" ? last : text }, name)));
      return bothWays({ allOf: branches.map((anyOf) => ({ anyOf })) });
    },
  ],
  [
    "beside an example of a union with references",
    (last) => {
      const union = { anyOf: [ref("Item"), text], example: "a" };
      return bothWays(object({ union, last }, "union"), { Item: { type: "integer" } });
    },
  ],
  [
    "behind a reference with notes beside it",
    (last) => bothWays(object({ item: { ...ref("Item"), title: "Item" } }), { Item: last }),
  ],
])("a change %s is shown", (_, document) => {
  const [old, now] = [9, 8].map((maxLength) => document({ ...text, maxLength }));
  const changes = changesOf(old ?? {}, now ?? {});
  expect(changes.map(({ severity }) => severity)).toEqual(["error", "info"]);
});

test("changes in schemas that refer to each other are found from each of them", () => {
  const schemas = (maxLength: number): Record<string, Schema> => ({
    Book: object({ author: ref("Author"), title: { ...text, maxLength } }),
    Author: object({ books: { type: "array", items: ref("Book") } }),
  });
  const document = (maxLength: number): Part => ({
    ...documentOf({}, { schemas: schemas(maxLength) }),
    paths: Object.fromEntries(
      ["Book", "Author"].map((name) => [
        `/${name}`,
        { put: { requestBody: { content: json(ref(name)) }, responses: {} } },
      ]),
    ),
  });
  const [change, ...others] = changesOf(document(9), document(8));
  expect(others).toEqual([]);
  expect(change?.places).toEqual([
    { operation: "PUT /Book", pointer: "/request/body/title" },
    { operation: "PUT /Author", pointer: "/request/body/books/[]/title" },
  ]);
});

test("components that all lead to each other, and long chains of them, are compared once each", () => {
  const count = 400;
  const name = (index: number) => `C${index % count}`;
  const schemas = (maxLength: number): Record<string, Schema> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => {
        const links = [1, 2, 7, 31].map((step): [string, Schema] => [
          `link${step}`,
          { anyOf: [text, ref(name(index + step))] },
        ]);
        const own: Schema = index === 5 ? { ...text, maxLength } : text;
        return [name(index), object({ own, ...Object.fromEntries(links) })];
      }),
    );
  const document = (maxLength: number): Part => ({
    ...documentOf({}, { schemas: schemas(maxLength) }),
    paths: Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `/${index}`,
        { get: { responses: { 200: { content: json(ref(name(index))) } } } },
      ]),
    ),
  });
  const [change, ...others] = changesOf(document(8), document(9));
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    id: "max-length-increased",
    operation: "GET /5",
    pointer: "/response/200/body/own",
    counterexample: { body: { own: "texttttttt".slice(0, 9) } },
  });
  expect(change?.places).toHaveLength(60);
});

describe("fields of requests or responses only", () => {
  test("requests have no readOnly fields, and responses no writeOnly fields", () => {
    const old = bothWays(object({ id: text, secret: text }, "id", "secret"));
    const readOnly = bothWays(
      object({ id: { ...text, readOnly: true }, secret: text }, "id", "secret"),
    );
    const [request] = changesOf(old, readOnly);
    expect(request).toMatchObject({
      id: "property-removed",
      pointer: "/request/body/id",
      severity: "warning",
    });
    const longer = bothWays(
      object(
        { id: { ...text, readOnly: true }, secret: { ...text, writeOnly: true } },
        "id",
        "secret",
      ),
    );
    expect(changesOf(readOnly, longer)).toMatchObject([
      { id: "property-removed", pointer: "/response/200/body/secret", severity: "error" },
    ]);
  });

  test("a required readOnly field is not required in requests", () => {
    const now = bothWays(object({ id: { ...text, readOnly: true } }, "id"));
    expect(changesOf(bothWays(object({})), now)).toMatchObject([
      { severity: "info", pointer: "/response/200/body/id" },
    ]);
  });
});

test("a counterexample is valid as a whole, not only at the changed place", () => {
  const schema = (maximum: number) =>
    object(
      {
        code: { ...text, pattern: "^[A-Z]{3}-\\d{4}$" },
        when: { ...text, format: "date-time" },
        items: { type: "array", minItems: 2, uniqueItems: true, items: { enum: ["a", "b"] } },
        inner: object({ count: { type: "integer", maximum } }),
      },
      "code",
      "when",
    );
  const [change] = changesOf(bothWays(schema(9)), bothWays(schema(8)));
  expect(change).toMatchObject({
    severity: "error",
    counterexample: { body: { code: "AAA-1111", inner: { count: 9 } } },
  });
});

function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

test("a pattern that may take exponential time is compared as text and never run", () => {
  const weak = "^(?:[a-z]{1,10}){1,10}$";
  const name = `${"a".repeat(90)}!`;
  const found = (old: Schema, now: Schema) =>
    changesOf(bothWays(old), bothWays(now)).map(({ id, severity }) => `${id} ${severity}`);
  expect(found({ ...text, enum: [name] }, { ...text, pattern: weak })).toContain(
    "pattern-added error",
  );
  const named = (type: string) => ({
    ...object({ [name]: { type } }),
    patternProperties: { [weak]: { minimum: 1 } },
  });
  expect(found(named("string"), named("integer"))).toContain("type-changed error");
  const names = (schema: Schema) => ({ type: "object", propertyNames: schema });
  expect(found(names({ enum: [name] }), names({ pattern: weak }))).toContain("pattern-added error");
});

test("references that are repeated in a union do not differ from one reference, however deep", () => {
  const chainOf = (place: (reference: Schema) => Schema) =>
    Object.fromEntries(
      Array.from({ length: 30 }, (_, index): [string, Schema] => {
        const next = (step: number) => place(ref(`Link${(index + step) % 30}`));
        return [`Link${index}`, object({ name: text, next: next(1), other: next(14) })];
      }),
    );
  const twice = chainOf((reference) => ({ anyOf: [reference, reference] }));
  const once = chainOf((reference) => reference);
  expect(changesOf(bothWays(ref("Link0"), twice), bothWays(ref("Link0"), once))).toEqual([]);
});

const bytes = { format: "base64url", contentEncoding: "base64url" };
const lines = (media: Part) => documentOf({ requestBody: { content: { "text/jsonl": media } } });
const asked = (parameter: Part) => documentOf({ parameters: [{ name: "q", ...parameter }] });
const fields = { schema: object({ a: text }) };

test.each<[string, Part, Part]>([
  ["any value", bothWays({ anyOf: [text, true] } as Schema), bothWays({})],
  ["a text that OpenAPI 3.0 lets be null", bothWays({ ...text, nullable: true }), bothWays(text)],
  [
    "bytes",
    bothWays({ ...text, contentMediaType: "image/png" }),
    bothWays({ ...text, format: "binary" }),
  ],
  [
    "bytes or null",
    bothWays({ type: ["string", "null"], ...bytes }),
    bothWays({ anyOf: [{ ...text, ...bytes }, { type: "null" }] }),
  ],
  [
    "a tuple",
    bothWays({ type: "array", items: [text], additionalItems: false } as unknown as Schema),
    bothWays({ type: "array", prefixItems: [text], items: false } as unknown as Schema),
  ],
  ["a stream", lines({ itemSchema: text }), lines({ schema: { type: "array", items: text } })],
  [
    "a whole query",
    asked({ in: "querystring", content: { "application/x-www-form-urlencoded": fields } }),
    asked({ in: "query", explode: true, ...fields }),
  ],
])("%s in two ways of writing is no change", (_, one, other) => {
  expect([...changesOf(one, other), ...changesOf(other, one)]).toEqual([]);
});

test("operations of methods that OpenAPI 3.2 adds are compared", () => {
  const copy = { responses: { 204: {} } };
  const paths = { "/items": { query: copy, additionalOperations: { COPY: copy } } };
  const changes = changesOf(documentOf({}, {}, { paths }), documentOf({}));
  expect(changes.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(["QUERY /items", "COPY /items"]),
  );
});
