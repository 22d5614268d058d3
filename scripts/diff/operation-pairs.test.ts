import { describe, expect, test } from "vitest";
import type { Change, Severity } from "./change.ts";
import {
  callbackDocumentOf,
  changesOf,
  describeChanges,
  documentOf,
  policy,
  type Part,
} from "./testing/documents.ts";
import {
  operationPairs,
  securitySchemes,
  type OperationPairRow,
} from "./testing/operation-pairs.ts";

const callers = [
  { name: "where the user calls", document: documentOf, key: "called" as const },
  {
    name: "where the service calls back",
    document: callbackDocumentOf,
    key: "calledBack" as const,
  },
];

describe.each(callers)("$name", ({ document, key }) => {
  // What a callback proves itself by has a test of its own.
  const rows = operationPairs.filter(({ id }) => key === "called" || !id.startsWith("security"));

  test.each(rows.map((row) => [nameOf(row), row] as const))("%s", (_, row) => {
    const [old, now] = [row.old, row.new].map((part) => document(part, { securitySchemes }));
    const changes = changesOf(old ?? {}, now ?? {});
    const severity = worstOf(changes.filter(({ id }) => id === row.id));
    expect(severity, describeChanges(changes)).toBe(row[key]);
  });
});

describe("operations that are there on one side", () => {
  const operation: Part = { operationId: "putItem", responses: {} };
  const none = { ...documentOf({}), paths: {} };

  test.each<[string, Part, string, Severity]>([
    ["that nobody announced", {}, "operation-removed", "error"],
    [
      "that were deprecated",
      { deprecated: true },
      "operation-removed-after-deprecation",
      "warning",
    ],
    [
      "before their sunset",
      { deprecated: true, "x-sunset": "2027-01-01" },
      "operation-removed-before-sunset",
      "error",
    ],
    [
      "whose sunset is no date",
      { deprecated: true, "x-sunset": "soon" },
      "operation-removed-before-sunset",
      "error",
    ],
    [
      "after their sunset",
      { deprecated: true, "x-sunset": "2026-01-01" },
      "operation-removed-after-sunset",
      "info",
    ],
  ])("gone ones %s", (_, more, id, severity) => {
    expect(changesOf(documentOf({ ...operation, ...more }), none)).toMatchObject([
      { id, severity },
    ]);
  });

  test("new ones, and ones with another path parameter", () => {
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

  test("callbacks: a gone one is missed, a new one has to be taken", () => {
    const without = { ...callbackDocumentOf({}), webhooks: {} };
    expect(changesOf(callbackDocumentOf(operation), without)).toMatchObject([
      { id: "callback-removed", severity: "error" },
    ]);
    expect(changesOf(without, callbackDocumentOf(operation))).toMatchObject([
      { id: "callback-added", severity: "warning" },
    ]);
  });

  test("a callback of an operation is its own", () => {
    const withCallback = (schema: Part) =>
      documentOf({
        callbacks: {
          onDone: {
            "{$request.body#/url}": {
              post: { requestBody: { content: { "application/json": { schema } } }, responses: {} },
            },
          },
        },
      });
    const [change] = changesOf(withCallback({ enum: ["a"] }), withCallback({ enum: ["a", "b"] }));
    expect(change).toMatchObject({
      id: "enum-value-added",
      severity: "error",
      witness: { body: "b" },
    });
    expect(change?.operation).toBe("POST callback onDone of PUT /items");
  });
});

test("a receiver that asks for a credential gets no callback without it", () => {
  const withWays = (...names: string[]) =>
    callbackDocumentOf({ security: names.map((name) => ({ [name]: [] })) }, { securitySchemes });
  const told = { id: "security-tightened", severity: "error" };
  expect(changesOf(withWays("bearer"), withWays("key"))).toMatchObject([told]);
  expect(changesOf(withWays("bearer"), withWays())).toMatchObject([told]);
  expect(changesOf(withWays(), withWays("bearer"))).toEqual([]);
});

test("where deprecation has to be announced, it has a sunset, far enough ahead", () => {
  const strict = { ...policy, noticeDays: 30 };
  expect(changesOf(documentOf({}), documentOf({ deprecated: true }), strict)).toMatchObject([
    { id: "sunset-missing", severity: "error" },
  ]);
  const soon = documentOf({ deprecated: true, "x-sunset": "2026-07-01" });
  expect(changesOf(documentOf({}), soon, strict).map(({ id }) => id)).toContain("sunset-too-early");
  expect(changesOf(documentOf({}), soon).map(({ id }) => id)).toEqual([
    "deprecated",
    "sunset-added",
  ]);
});

function nameOf({ id, old, new: now }: OperationPairRow): string {
  return `${id} ${JSON.stringify(old)} to ${JSON.stringify(now)}`;
}

function worstOf(changes: readonly Change[]): Severity | undefined {
  return (["error", "warning", "info"] as const).find((severity) =>
    changes.some((each) => each.severity === severity),
  );
}
