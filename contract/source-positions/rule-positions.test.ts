import { expect, test } from "vitest";
import type { MessageSchemas } from "../message-schemas/message-schemas.ts";
import { positionOfKeyword, positionOfRule } from "./rule-positions.ts";

const schemas: MessageSchemas = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  messages: {
    "request addItem": {
      "x-position": "main.tsp:1:1",
      properties: { query: { properties: { "a/b": { "x-position": "main.tsp:2:2" } } } },
    },
    "response addItem 201": { "x-position": "main.tsp:3:3", properties: { body: {} } },
    "refusal 404": { "x-position": "main.tsp:4:4" },
  },
  $defs: {
    Item: {
      "x-position": "main.tsp:5:5",
      properties: {
        id: { "x-position": "main.tsp:6:6", "x-keyword-positions": { maxLength: "main.tsp:7:7" } },
        tags: { items: {} },
      },
    },
  },
};

const at = (line: number) => ({ file: "main.tsp", line, column: line });

test.each([
  ["a keyword with a decorator", "open.Item#/properties/id/maxLength", 7],
  ["a keyword without one", "closed.Item#/properties/id/type", 6],
  ["the nearest place around it", "bare.Item#/properties/tags/items/type", 5],
  ["a place that is not in the schemas", "open.Item#/properties/gone/type", 5],
  ["a request", "addItem.request#/required", 1],
  ["a name with a slash", "addItem.request#/properties/query/properties/a~1b/type", 2],
  ["an answer", "addItem.201#/properties/body/type", 3],
  ["an answer outside any operation", "refusal.404#/properties/body/type", 4],
])("of %s", (_, rule, line) => {
  expect(positionOfRule(schemas, rule)).toEqual(at(line));
});

test.each(["open.Missing#/type", "contentSchema.Item#/type", "addItem.404#/type", "nothing"])(
  "of %s there is no position",
  (rule) => {
    expect(positionOfRule(schemas, rule)).toBeUndefined();
  },
);

test("of several places, the one with the decorator counts; without one, the first with a position", () => {
  const places = ["addItem.request#/properties/query/properties/a~1b", "open.Item#/properties/id"];
  expect(positionOfKeyword(schemas, places, "maxLength")).toEqual(at(7));
  expect(positionOfKeyword(schemas, places, "minLength")).toEqual(at(2));
  expect(positionOfKeyword(schemas, [], "minLength")).toBeUndefined();
});
