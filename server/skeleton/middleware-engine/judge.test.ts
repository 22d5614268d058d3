import { expect, test } from "vitest";
import type { Schema } from "@contract-toolkit/kernel";
import { createJudge } from "./judge.ts";

function judgeOf(schemas: Record<string, Schema>, components: Record<string, Schema> = {}) {
  const branches = new Map<Schema, string[]>();
  const entries = Object.entries(schemas);
  return createJudge({ schemas: new Map(entries), components, branches });
}

test("what keeps its schema has no findings, and defaults are filled in", async () => {
  const count = { type: "integer", default: 1 };
  const judge = judgeOf({ a: { type: "object", properties: { count } } });
  const value = {};
  expect(await judge("a", value)).toEqual([]);
  expect(value).toEqual({ count: 1 });
});

test("every fault is found, by place and keyword", async () => {
  const judge = judgeOf({
    a: {
      type: "object",
      required: ["b/c"],
      properties: { d: { type: "string", format: "date" }, e: { maximum: 1 } },
    },
  });
  expect(await judge("a", { d: 1, e: 2 })).toMatchObject([
    { path: "/b/c", keyword: "required" },
    { path: "/d", keyword: "type" },
    { path: "/e", keyword: "maximum" },
  ]);
});

test("nothing is coerced", async () => {
  const judge = judgeOf({ a: { type: "integer" }, b: { type: "string" } });
  expect(await judge("a", "1")).toHaveLength(1);
  expect(await judge("b", 1)).toHaveLength(1);
});

test("messages are told apart", async () => {
  const judge = judgeOf({ a: { type: "string" }, A: { type: "number" } });
  expect(await judge("a", "text")).toEqual([]);
  expect(await judge("A", "text")).toHaveLength(1);
});

test("what stands beside a reference counts", async () => {
  const schema = { $ref: "#/components/schemas/Name", maxLength: 3 };
  const judge = judgeOf({ a: schema }, { Name: { minLength: 2 } });
  expect(await judge("a", "a")).toMatchObject([{ keyword: "minLength" }]);
  expect(await judge("a", "abcd")).toMatchObject([{ keyword: "maxLength" }]);
});

test("what it cannot judge is not accepted", async () => {
  await expect(judgeOf({ a: {} })("b", {})).rejects.toThrow('cannot judge "b"');
  await expect(judgeOf({ a: { pattern: "(" } })("a", "")).rejects.toThrow('cannot judge "a"');
  const broken = { $ref: "#/components/schemas/Missing" };
  await expect(judgeOf({ a: broken })("a", {})).rejects.toThrow();
});
