import { expect, test, vi } from "vitest";
import type { Contract, Schema } from "@contract-toolkit/contract";
import { startBookshelf, bookshelf } from "../skeleton/testing/bookshelf.ts";
import { middlewareEngine, type EngineOptions } from "./index.ts";
import { createMessageJudge } from "./judge.ts";

const { addBook } = bookshelf.operations;
const { types: _, ...shelf } = bookshelf;
const contract: Contract = { ...shelf, operations: { addBook } };

/** An engine whose middleware judges titles by `title`. The compiled validators refuse only the empty title. */
function engineOf(title: Schema, options?: EngineOptions) {
  const book = { type: "object", properties: { title }, required: ["title"] };
  const message = { type: "object", properties: { body: book } };
  const messages = { "request addBook": message, "response addBook 201": message };
  return middlewareEngine(contract, { $schema: "", messages, $defs: {} }, options);
}

const asked = (title: string) => ({ path: {}, query: {}, headers: {}, body: { title } });

test.each([
  ["both accept", { minLength: 1 }, "Rivers", [], []],
  [
    "both refuse, with the reason of the compiled validator",
    { pattern: "." },
    "",
    [{ pointer: "/body/title", reason: "must have at least 1 character" }],
    [],
  ],
  [
    "only the middleware refuses, and reports it",
    { maxLength: 3 },
    "Rivers",
    [{ pointer: "", reason: "must keep the schema" }],
    [{ acceptedBy: "compiled", broken: ["maxLength"] }],
  ],
  [
    "only the compiled validator refuses, and reports it",
    {},
    "",
    [{ pointer: "/body/title", reason: "must have at least 1 character" }],
    [{ acceptedBy: "express-openapi-validator", broken: ["minLength"] }],
  ],
])("judges what %s", async (_, schema, title, violations, disagreements) => {
  const onDisagreement = vi.fn();
  const engine = await engineOf(schema, { onDisagreement });
  expect(await engine.request(addBook, asked(title))).toMatchObject(violations);
  const { body } = asked(title);
  const headers = { Location: "/books/1" };
  expect(await engine.response(addBook, 201, { headers, body })).toMatchObject(violations);
  const reports = ["request addBook", "response addBook 201"].flatMap((message) =>
    disagreements.map((disagreement) => [{ message, ...disagreement }]),
  );
  expect(onDisagreement.mock.calls).toEqual(reports);
});

test("a request that only the middleware refuses is a 400 and written to the console", async () => {
  const write = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const engine = await engineOf({ maxLength: 3 });
  await using app = await startBookshelf({ engine });
  const type = { "Content-Type": "application/json" };
  const { status, text } = await app.send("POST", "/books", type, '{"title":"Rivers"}');
  expect([status, text]).toEqual([400, expect.stringContaining("must keep the schema")]);
  expect(write.mock.calls.join()).toContain("maxLength");
  expect(write.mock.calls.join()).not.toContain("Rivers");
  write.mockRestore();
});

test("a message that the middleware cannot judge is not accepted", async () => {
  const judgeOf = (schema: Schema) =>
    createMessageJudge({ schemas: new Map([["a", schema]]), components: {} });
  await expect(judgeOf({})("b", {})).rejects.toThrow('cannot judge "b"');
  await expect(judgeOf({ pattern: "(" })("a", "")).rejects.toThrow('cannot judge "a"');
  await expect(judgeOf({ $ref: "#/components/schemas/None" })("a", {})).rejects.toThrow();
});

const item = { $ref: "#/$defs/Item" };

test.each<[string, Record<string, Schema>, string]>([
  ["a request", { "response addBook 201": {} }, 'messages.json has no "request addBook"'],
  ["a response", { "request addBook": {} }, 'messages.json has no "response addBook 201"'],
  [
    "a definition",
    { "request addBook": item, "response addBook 201": {} },
    'messages.json has no definition "Item"',
  ],
  [
    "a schema that takes linear time",
    {
      "request addBook": { type: "array", uniqueItems: true, items: { type: "object" } },
      "response addBook 201": {},
    },
    "uniqueItems",
  ],
])("messages without %s make no engine", async (_, messages, reason) => {
  await expect(middlewareEngine(contract, { $schema: "", messages, $defs: {} })).rejects.toThrow(
    reason,
  );
});
