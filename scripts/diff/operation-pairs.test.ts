import { withValue } from "@contract-toolkit/contract";
import { describe, expect, test } from "vitest";
import type { Change, Severity } from "./change.ts";
import {
  callbackDocumentOf,
  changesOf,
  describeChanges,
  documentOf,
  json,
  policy,
  type Part,
} from "./testing/documents.ts";
import {
  responses,
  operationPairs,
  query,
  securitySchemes,
  sunset,
  text,
  type OperationPairRow,
} from "./testing/operation-pairs.ts";
import { components } from "./testing/schema-pairs.ts";

const callers = [
  { name: "in an operation", document: documentOf, key: "called" as const },
  {
    name: "in a callback",
    document: callbackDocumentOf,
    key: "calledBack" as const,
  },
];

describe.each(callers)("$name", ({ document, key }) => {
  // The credentials of callbacks are tested below.
  const rows = operationPairs.filter(({ id }) => key === "called" || !id.startsWith("security"));

  test.each(rows.map((row) => [nameOf(row), row] as const))("%s", (_, row) => {
    const [old, now] = [row.old, row.new].map((part) =>
      document(part, { securitySchemes, schemas: components }),
    );
    const changes = changesOf(old ?? {}, now ?? {});
    const severity = worstOf(changes.filter(({ id }) => id === row.id));
    expect(severity, describeChanges(changes)).toBe(row[key]);
  });
});

describe("operations that only one side has", () => {
  const operation: Part = { operationId: "putItem", responses: {} };
  const none = { ...documentOf({}), paths: {} };

  test.each<[string, Part, string, Severity]>([
    ["without deprecation", {}, "operation-removed", "error"],
    ["after deprecation", { deprecated: true }, "operation-removed-after-deprecation", "warning"],
    ["before its sunset", sunset("2027-01-01"), "operation-removed-before-sunset", "error"],
    ["with a sunset in words", sunset("soon"), "operation-removed-before-sunset", "error"],
    ["after its sunset", sunset("2026-01-01"), "operation-removed-after-sunset", "info"],
  ])("an operation is removed %s", (_, more, id, severity) => {
    expect(changesOf(documentOf({ ...operation, ...more }), none)).toMatchObject([
      { id, severity },
    ]);
  });

  test("an operation is added, and names of path parameters do not matter", () => {
    expect(changesOf(none, documentOf(operation))).toMatchObject([
      { id: "operation-added", severity: "info" },
    ]);
    const at = (path: string) => ({ ...none, paths: { [path]: { get: operation } } });
    expect(changesOf(at("/items/{id}"), at("/items/{itemId}"))).toEqual([]);
    expect(changesOf(at("/items"), at("/items/{id}")).map(({ id }) => id)).toEqual([
      "operation-removed",
      "operation-added",
    ]);
  });

  const calling = (post: Part) => ({ callbacks: { onDone: { "{$request.body#/url}": { post } } } });
  const prefixed = (url: string, path: string, variables: Part = {}) => {
    const put = { ...operation, ...calling({ responses: {} }) };
    return { ...none, servers: [{ url, variables }], paths: { [path]: { put } } };
  };

  test.each<[string, Part, Part]>([
    [
      "the server",
      prefixed("https://a.example", "/v2/items"),
      prefixed("https://a.example/v2", "/items"),
    ],
    ["a relative server", prefixed("/", "/v2/items"), prefixed("/v2", "/items")],
    [
      "a variable",
      prefixed("https://a.example/{v}", "/items", { v: { default: "v2" } }),
      prefixed("https://a.example", "/v2/items"),
    ],
    [
      "a trailing slash",
      prefixed("https://a.example/v2/", "/items"),
      prefixed("https://A.example:443/v2", "/items"),
    ],
  ])("a prefix may move between the paths and %s", (_, old, now) => {
    expect(changesOf(old, now)).toEqual([]);
    expect(changesOf(now, old)).toEqual([]);
  });

  test("a prefix that moves to another URL removes the operation, or the server", () => {
    const old = prefixed("https://a.example", "/v2/items");
    expect(changesOf(old, prefixed("https://a.example/v3", "/items"))[0]).toMatchObject({
      id: "operation-removed",
      severity: "error",
      counterexample: { request: "PUT https://a.example/v2/items" },
    });
    const [change, ...others] = changesOf(old, prefixed("https://b.example/v2", "/items"));
    expect([change?.id, others]).toEqual(["server-removed", []]);
  });

  test("removing a callback is an error, and adding one a warning", () => {
    const without = { ...callbackDocumentOf({}), webhooks: {} };
    expect(changesOf(callbackDocumentOf(operation), without)).toMatchObject([
      { id: "callback-removed", severity: "error" },
    ]);
    expect(changesOf(without, callbackDocumentOf(operation))).toMatchObject([
      { id: "callback-added", severity: "warning" },
    ]);
  });

  test("a callback of an operation is compared as an operation of the service", () => {
    const withCallback = (schema: Part) =>
      documentOf(calling({ requestBody: { content: json(schema) }, responses: {} }));
    const [change] = changesOf(withCallback({ enum: ["a"] }), withCallback({ enum: ["a", "b"] }));
    expect(change).toMatchObject({
      id: "enum-value-added",
      severity: "error",
      counterexample: { body: "b" },
    });
    expect(change?.operation).toBe("POST callback onDone of PUT /items");
  });
});

test("a callback must carry the credentials that its old receiver requires", () => {
  const withWays = (...names: string[]) =>
    callbackDocumentOf({ security: names.map((name) => ({ [name]: [] })) }, { securitySchemes });
  const tightened = { id: "security-tightened", severity: "error" };
  expect(changesOf(withWays("bearer"), withWays("key"))).toMatchObject([tightened]);
  expect(changesOf(withWays("bearer"), withWays())).toMatchObject([tightened]);
  expect(changesOf(withWays(), withWays("bearer"))).toEqual([]);
});

test("with a notice period, deprecation needs a sunset that is far enough ahead", () => {
  const strict = { ...policy, noticeDays: 30 };
  expect(changesOf(documentOf({}), documentOf({ deprecated: true }), strict)).toMatchObject([
    { id: "sunset-missing", severity: "error" },
  ]);
  const soon = documentOf(sunset("2026-07-01"));
  expect(changesOf(documentOf({}), soon, strict).map(({ id }) => id)).toContain("sunset-too-early");
  expect(changesOf(documentOf({}), soon).map(({ id }) => id)).toEqual([
    "deprecated",
    "sunset-added",
  ]);
});

const response = { content: json(text), headers: { "X-A": { schema: text } } };
const whole = documentOf(
  { ...query(text), requestBody: { content: json(text) }, responses: { 200: response } },
  { securitySchemes },
  {
    servers: [{ url: "https://{region}.example", variables: { region: { default: "eu" } } }],
    security: [{ key: [] }, { bearer: [] }],
  },
);
const put = "/paths/~1items/put";

test.each<[string, unknown]>([
  ...[
    ...["/info", "/paths/~1items", put, `${put}/parameters/0`, `${put}/requestBody`],
    ...[`${put}/responses/200`, `${put}/responses/200/headers/X-A`, "/servers/0"],
    ...["/servers/0/variables/region", "/components/securitySchemes/key"],
  ].flatMap((at): [string, string][] =>
    ["description", "summary"].map((key) => [`${at}/${key}`, "A."]),
  ),
  ["/info/contact", { name: "A" }],
  ["/tags", [{ name: "a" }]],
  [`${put}/tags`, ["a"]],
  ["/externalDocs", { url: "https://a.example" }],
  [`${put}/parameters/0/example`, "a"],
  [`${put}/requestBody/content/application~1json/examples`, { a: { value: "a" } }],
  ["/components/schemas", { Unused: text }],
  ["/jsonSchemaDialect", "https://json-schema.org/draft/2020-12/schema"],
  ["/components/securitySchemes/bearer/bearerFormat", "JWT"],
  ["/servers/0/variables/region/enum", ["eu"]],
  [`${put}/parameters/0/style`, "form"],
])("%s only informs", (at, value) => {
  const changed = withValue(whole, at, value) as Part;
  expect([...changesOf(whole, changed), ...changesOf(changed, whole)]).toEqual([]);
});

test.each([
  ["/security", [{ key: [] }], "security-tightened"],
  [
    "/components/securitySchemes/key",
    { type: "apiKey", in: "query", name: "x-key" },
    "security-tightened",
  ],
  ["/components/securitySchemes/bearer/scheme", "basic", "security-tightened"],
  ["/paths/~1items/servers", [{ url: "https://b.example" }], "server-removed"],
])("%s is read for each operation below it", (at, value, id) => {
  expect(changesOf(whole, withValue(whole, at, value) as Part)[0]?.id).toBe(id);
});

const any = { type: "object", properties: { a: text } };
const deep = { style: "deepObject" };

test.each([
  ["explode of a text", query(text, {}), query(text, { explode: false })],
  ["explode of a deep object", query(any, deep), query(any, { ...deep, explode: true })],
  ["a range that became a status", responses("2XX"), responses(200)],
])("%s breaks nobody", (_, old, now) => {
  expect(worstOf(changesOf(documentOf(old), documentOf(now)))).not.toBe("error");
});

function nameOf({ id, old, new: now }: OperationPairRow): string {
  return `${id} ${JSON.stringify(old)} to ${JSON.stringify(now)}`;
}

function worstOf(changes: readonly Change[]): Severity | undefined {
  return (["error", "warning", "info"] as const).find((severity) =>
    changes.some((change) => change.severity === severity),
  );
}
