import { expect, test } from "vitest";
import { positionOfFault } from "./fault-positions.ts";
import type { MessageSchemas } from "../message-schemas/message-schemas.ts";

const schemas: MessageSchemas = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  messages: {
    "response find 200": {
      "x-position": "main.tsp:1:1",
      properties: { headers: {}, body: { $ref: "#/$defs/Item" } },
    },
    "response find 4XX": { "x-position": "main.tsp:2:2" },
    "refusal 503": { "x-position": "main.tsp:3:3" },
  },
  $defs: {
    Item: {
      "x-position": "main.tsp:5:5",
      properties: {
        id: { "x-position": "main.tsp:6:6", "x-keyword-positions": { maxLength: "main.tsp:7:7" } },
        parts: { type: "array", "x-position": "main.tsp:8:8", items: { $ref: "#/$defs/Item" } },
        other: { oneOf: [] },
      },
    },
  },
};

test.each([
  ["its rule", { pointer: "/body/id", rule: "closed.Item#/properties/id/maxLength" }, 200, 7],
  ["a field that is missing", { pointer: "/body/id", rule: "closed.Item#/required" }, 200, 6],
  ["a field without a rule", { pointer: "/body/id" }, 200, 6],
  ["a field whose rule is of other schemas", { pointer: "/body/id", rule: "#/id/type" }, 200, 6],
  ["a field of an item", { pointer: "/body/parts/3/id" }, 200, 6],
  ["an item", { pointer: "/body/parts/3" }, 200, 5],
  ["what has no place of its own", { pointer: "/body/other/0" }, 200, 5],
  ["a header", { pointer: "/headers/etag" }, 200, 1],
  ["a class of statuses", { pointer: "/body" }, 404, 2],
  ["an answer outside any operation", { pointer: "/body" }, 503, 3],
])("a fault has the place of %s", (_, fault, status, line) => {
  const answer = { operationId: status === 503 ? undefined : "find", status };
  expect(positionOfFault(schemas, { reason: "", ...fault }, answer)).toEqual({
    file: "main.tsp",
    line,
    column: line,
  });
});

test("what no message has is nowhere", () => {
  const answer = { operationId: "find", status: 302 };
  expect(positionOfFault(schemas, { pointer: "/body", reason: "" }, answer)).toBeUndefined();
});
