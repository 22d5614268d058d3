import { expect, test } from "vitest";
import type { MessageSchemas, Operation } from "@contract-toolkit/kernel";
import { comparisons } from "@contract-toolkit/kernel/field-rules";
import { readMessages } from "./judged-messages.ts";

const operation: Operation = {
  id: "add",
  method: "POST",
  path: "/items",
  summary: "",
  parameters: [],
  responses: { 201: { headers: [] } },
  retryable: false,
  source: { file: "", line: 1, column: 1 },
};

const item = { $ref: "#/$defs/Item" };
const schemas: MessageSchemas = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  messages: {
    "request add": { type: "object", properties: { body: { anyOf: [item, { type: "null" }] } } },
    "response add 201": {
      type: "object",
      properties: { headers: { type: "object" }, body: item },
    },
    "refusal 404": { type: "object", properties: { body: item } },
  },
  $defs: { Item: { type: "object", properties: { part: item, count: { default: 1 } } } },
};

test("requests ignore what nobody documented, answers refuse it, and alternatives fill nothing in", () => {
  const { schemas: read, components } = readMessages([operation], { 404: () => true }, schemas);
  const bare = { $ref: "#/components/schemas/bare.Item" };
  const closed = { $ref: "#/components/schemas/closed.Item" };
  expect([...read.keys()]).toEqual(["request add", "response add 201", "refusal 404"]);
  expect(read.get("request add")?.properties).toEqual({
    body: { anyOf: [bare, { type: "null" }] },
  });
  expect(read.get("response add 201")?.properties).toEqual({
    headers: { type: "object" },
    body: closed,
  });
  expect(components).toEqual({
    "bare.Item": { type: "object", properties: { part: bare, count: {} } },
    "closed.Item": {
      type: "object",
      properties: { part: closed, count: {} },
      additionalProperties: false,
    },
  });
});

test("of exclusive alternatives with limits, how many a value fits is left to the compiled validators", () => {
  const limited = { ...item, atMost: { least: "most" } };
  const kinds = { oneOf: [{ type: "null" }, { $ref: "#/$defs/Range" }] };
  const $defs = { Item: { properties: { kinds, plain: { oneOf: [{}] } } }, Range: limited };
  const { components, undecided } = readMessages([operation], {}, { ...schemas, $defs });
  expect(components["closed.Item"]?.properties).toMatchObject({
    kinds: { anyOf: [{ type: "null" }, { $ref: "#/components/schemas/closed.Range" }] },
    plain: { oneOf: [{}] },
  });
  expect([...undecided]).toEqual([...comparisons.map(({ name }) => name), "oneOf"]);
});

test.each([
  ["a request", "request add"],
  ["an answer", "response add 201"],
  ["a refusal", "refusal 404"],
])("what lacks %s of the contract is refused", (_, name) => {
  const { [name]: __, ...messages } = schemas.messages;
  expect(() => readMessages([operation], { 404: () => true }, { ...schemas, messages })).toThrow(
    `messages.json has no "${name}"`,
  );
});

test("what refers to nothing is refused", () => {
  expect(() => readMessages([operation], {}, { ...schemas, $defs: {} })).toThrow(
    'messages.json has no definition "Item"',
  );
});
