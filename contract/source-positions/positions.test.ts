import { expect, test } from "vitest";
import type { MessageSchemas } from "../messages-file/message-schemas.ts";
import { positionOfViolation } from "./violation-positions.ts";
import { positionOfKeyword, positionOfRule } from "./rule-positions.ts";

const schemas: MessageSchemas = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  messages: {
    "request find": {
      "x-position": "main.tsp:9:9",
      properties: { query: { properties: { "a/b": { "x-position": "main.tsp:10:10" } } } },
    },
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
const at = (line: number) => ({ file: "main.tsp", line, column: line });

test.each([
  ["its rule", { pointer: "/body/id", rule: "closed.Item#/properties/id/maxLength" }, 200, 7],
  ["a field that is missing", { pointer: "/body/id", rule: "closed.Item#/required" }, 200, 6],
  ["a field without a rule", { pointer: "/body/id" }, 200, 6],
  ["a field whose rule is of other schemas", { pointer: "/body/id", rule: "#/id/type" }, 200, 6],
  ["a field of an item", { pointer: "/body/parts/3/id" }, 200, 6],
  ["an item", { pointer: "/body/parts/3" }, 200, 5],
  ["the nearest field with a position", { pointer: "/body/other/0" }, 200, 5],
  ["a header", { pointer: "/headers/etag" }, 200, 1],
  ["a class of statuses", { pointer: "/body" }, 404, 2],
  ["a response outside any operation", { pointer: "/body" }, 503, 3],
  ["a status without a message", { pointer: "/body" }, 302, undefined],
])("a violation has the position of %s", (_, violation, status, line) => {
  const response = { operationId: status === 503 ? undefined : "find", status };
  const position = positionOfViolation(schemas, { reason: "", ...violation }, response);
  expect(position).toEqual(line === undefined ? undefined : at(line));
});

test.each([
  ["a keyword with a decorator", "open.Item#/properties/id/maxLength", 7],
  ["a keyword without one", "closed.Item#/properties/id/type", 6],
  ["the nearest place around it", "bare.Item#/properties/other/items/type", 5],
  ["a place that is not in the schemas", "open.Item#/properties/gone/type", 5],
  ["a request", "find.request#/required", 9],
  ["a name with a slash", "find.request#/properties/query/properties/a~1b/type", 10],
  ["a response", "find.200#/properties/body/type", 1],
  ["a response outside any operation", "refusal.503#/properties/body/type", 3],
  ["a definition that is not there", "open.Missing#/type", undefined],
  ["a response that is not there", "find.404#/type", undefined],
  ["nothing", "nothing", undefined],
])("a rule has the position of %s", (_, rule, line) => {
  expect(positionOfRule(schemas, rule)).toEqual(line === undefined ? undefined : at(line));
});

test("of several places, the one with a decorator counts, or else the first with a position", () => {
  const places = ["find.request#/properties/query/properties/a~1b", "open.Item#/properties/id"];
  expect(positionOfKeyword(schemas, places, "maxLength")).toEqual(at(7));
  expect(positionOfKeyword(schemas, places, "minLength")).toEqual(at(10));
  expect(positionOfKeyword(schemas, [], "minLength")).toBeUndefined();
});
