import { expect, test } from "vitest";
import type { MessageSchemas } from "./message-schemas.ts";
import { shortMessages, wholeMessages } from "./whole-messages.ts";

const response = {
  type: "object",
  properties: { body: { $ref: "#/$defs/Problem" }, "x-position": { type: "string" } },
  "x-position": "errors.tsp:3:1",
};

const schemas: MessageSchemas = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  "x-position": "main.tsp:2:1",
  messages: {
    "request a.b": { type: "object", "x-position": "C:/main.tsp:1:2" },
    "response a.b 400": response,
    "response c 400": response,
    "refusal 404": { $ref: "#/$defs/Problem" },
  },
  $defs: {
    Problem: {
      type: "object",
      properties: {
        "0:1:2": { maxLength: 3, "x-keyword-positions": { maxLength: "errors.tsp:5:3" } },
      },
      "x-position": "errors.tsp:4:1",
    },
  },
};

test("the short form is read as the original", () => {
  const short = JSON.parse(JSON.stringify(shortMessages(schemas))) as MessageSchemas;
  expect(short.files).toEqual(["C:/main.tsp", "errors.tsp"]);
  expect(short.messages["response c 400"]).toEqual({ $ref: "#/messages/response a.b 400" });
  expect(short.messages["response a.b 400"]?.["x-position"]).toBe("1:3:1");
  expect(wholeMessages(short)).toEqual(schemas);
  expect(wholeMessages(short)).toBe(wholeMessages(short));
});

test("the long form is returned as it is", () => {
  expect(wholeMessages(schemas)).toBe(schemas);
});
