import { expect, test } from "vitest";
import type { Schema } from "@contract-toolkit/kernel";
import { createJudge } from "./judge.ts";

function judgeOf(schemas: Record<string, Schema>, components: Record<string, Schema> = {}) {
  return createJudge({ schemas: new Map(Object.entries(schemas)), components });
}

test("what keeps its schema is accepted, and defaults are filled in", async () => {
  const count = { type: "integer", default: 1 };
  const judge = judgeOf({ a: { type: "object", properties: { count } } });
  const value = {};
  expect(await judge("a", value)).toBeUndefined();
  expect(value).toEqual({ count: 1 });
});

test("what breaks its schema is refused by keyword", async () => {
  const judge = judgeOf({
    a: { type: "object", required: ["b/c"], properties: { d: { type: "string", format: "date" } } },
  });
  expect(await judge("a", {})).toEqual(["required"]);
  expect(await judge("a", { "b/c": 1, d: 1 })).toEqual(["x-eov-type"]);
  expect(await judge("a", { "b/c": 1, d: "2026-02-30" })).toEqual(["format"]);
});

test("nothing is coerced", async () => {
  const judge = judgeOf({ a: { type: "integer" }, b: { type: "string" } });
  expect(await judge("a", "1")).toHaveLength(1);
  expect(await judge("b", 1)).toHaveLength(1);
});

test("messages are told apart", async () => {
  const judge = judgeOf({ a: { type: "string" }, A: { type: "number" } });
  expect(await judge("a", "text")).toBeUndefined();
  expect(await judge("A", "text")).toHaveLength(1);
});

test("what stands beside a reference counts", async () => {
  const schema = { $ref: "#/components/schemas/Name", maxLength: 3 };
  const judge = judgeOf({ a: schema }, { Name: { minLength: 2 } });
  expect(await judge("a", "a")).toEqual(["minLength"]);
  expect(await judge("a", "abcd")).toEqual(["maxLength"]);
});

test("what it cannot judge is not accepted", async () => {
  await expect(judgeOf({ a: {} })("b", {})).rejects.toThrow('cannot judge "b"');
  await expect(judgeOf({ a: { pattern: "(" } })("a", "")).rejects.toThrow('cannot judge "a"');
  const broken = { $ref: "#/components/schemas/Missing" };
  await expect(judgeOf({ a: broken })("a", {})).rejects.toThrow();
});
