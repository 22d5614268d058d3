import { expect, test } from "vitest";
import { valueAt, type MessageSchemas } from "@contract-toolkit/contract";
import { rulesOfRequest } from "./dropped-rules.ts";

const schemas: MessageSchemas = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  messages: {
    "request add": {
      type: "object",
      required: ["path", "query", "headers", "body"],
      properties: {
        path: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
        query: {
          type: "object",
          additionalProperties: false,
          required: ["size"],
          properties: { size: { type: "integer", minimum: 1, maximum: 2 ** 53 - 1 } },
        },
        headers: { type: "object" },
        body: { $ref: "#/$defs/Item" },
      },
    },
  },
  $defs: {
    Item: {
      type: "object",
      required: ["name"],
      properties: {
        name: { type: "string", format: "uuid" },
        kind: { type: "string", enum: ["a"] },
        shade: { type: "string", format: "colour" },
        parts: { type: "array", items: { $ref: "#/$defs/Item" } },
      },
    },
  },
};

test("each rule that refuses something by itself can be left out, once for each component", () => {
  const rules = rulesOfRequest(schemas, "add").map(({ pointer, keyword }) =>
    `${pointer} ${keyword}`.replace("/messages/request add/properties", ""),
  );
  expect(rules).toEqual([
    "/body required",
    "/query/properties/size required",
    "/query/properties/size type",
    "/query/properties/size minimum",
    "/$defs/Item type",
    "/$defs/Item/properties/name required",
    "/$defs/Item/properties/name type",
    "/$defs/Item/properties/name format",
    "/$defs/Item/properties/kind enum",
    "/$defs/Item/properties/shade type",
    "/$defs/Item/properties/parts type",
  ]);
});

test("a server without a rule keeps the others", () => {
  const [body] = rulesOfRequest(schemas, "add");
  const changed = body?.apply(schemas);
  expect(valueAt(changed, "/messages/request add/required")).toEqual(["path", "query", "headers"]);
  expect(changed?.$defs).toEqual(schemas.$defs);
});
