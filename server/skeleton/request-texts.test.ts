import { expect, test } from "vitest";
import type { Operation } from "@contract-toolkit/contract";
import { createTextFinder } from "./request-texts.ts";

const operation: Operation = {
  id: "add",
  method: "POST",
  path: "/shelves/{shelf}",
  summary: "",
  parameters: [],
  body: { contentType: "application/json", required: true },
  responses: {},
  retryable: false,
  source: { file: "", line: 1, column: 1 },
};

const $ref = "#/components/schemas/Shelf";
const shelf = {
  allOf: [{ properties: { name: { type: "string" } } }],
  properties: {
    inside: { type: "array", items: { $ref } },
    kind: { oneOf: [{ $ref }, { type: "string", nullable: true }] },
    labels: { type: "object", additionalProperties: { type: "string" } },
    size: { type: "integer" },
  },
};
const textsOf = createTextFinder({
  paths: {
    "/shelves/{shelf}": {
      post: {
        operationId: "addBook",
        requestBody: { content: { "application/json": { schema: { $ref } } } },
        responses: {},
      },
    },
  },
  components: { schemas: { Shelf: shelf } },
});

test.each<[string, unknown, string[]]>([
  [
    "the contract is followed through references, lists, parts and alternatives",
    { name: "a", inside: [{ name: "b" }, { inside: [{ kind: "c" }] }], kind: { name: "d" } },
    ["inside[0].name=b", "inside[1].inside[0].kind=c", "kind.name=d", "name=a"],
  ],
  [
    "if a field may have any name, the names are texts too",
    { labels: { a: "b" } },
    ["labels.a=a", "labels.a=b"],
  ],
  [
    "undocumented values, and values of another type, are skipped",
    { other: "a", inside: { name: "b" }, labels: ["c"], size: { name: "d" } },
    [],
  ],
  ["a body may be a text", "text", ["=text"]],
])("%s", (_, body, expected) => {
  const texts = textsOf(operation, { path: {}, query: {}, headers: {}, body });
  expect(texts.map(({ field, text }) => `${field}=${text}`).sort()).toEqual(expected);
});

test("parameters are texts, and so is each item of a list", () => {
  const message = { path: { shelf: "a" }, query: { limit: 1, medium: ["b", "c"] }, headers: {} };
  expect(textsOf(operation, message)).toEqual([
    { field: "shelf", text: "a" },
    { field: "medium", text: "b" },
    { field: "medium", text: "c" },
  ]);
});
