import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OperationValidators } from "@contract-toolkit/kernel";
import { hasRepeatedItems } from "./unique-items.ts";
import { compileValidators } from "../validators.ts";

test.each<[string, unknown[]]>([
  ["scalars", [1, "a", 1]],
  [
    "fields in another sequence",
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
  ],
  ["nulls", [null, null]],
  ["empty objects", [{}, {}]],
])("the same twice: %s", (_, items) => {
  expect(hasRepeatedItems(items)).toBe(true);
});

test.each<[string, unknown[]]>([
  ["nothing", []],
  ["a number and its text", [1, "1"]],
  ["an object and a list", [{}, []]],
  [
    "lists in another sequence",
    [
      [1, 2],
      [2, 1],
    ],
  ],
  ["an object and what it is written as", [{ a: 1 }, { fields: [["a", 1]] }]],
  ["what is missing and what is null", [{ a: null }, {}]],
])("never the same: %s", (_, items) => {
  expect(hasRepeatedItems(items)).toBe(false);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "unique-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a compiled validator judges objects in time that grows with their number", async () => {
  const message = { properties: { body: { type: "array", uniqueItems: true } } };
  const [module] = await compileValidators("validators", {
    messages: new Map([["add.request", message]]),
    components: new Map(),
  });
  const file = join(folder, "validators.mjs");
  await writeFile(file, module?.[1] ?? "");
  const { validators } = (await import(pathToFileURL(file).href)) as {
    validators: Record<string, OperationValidators>;
  };
  const judge = validators["add"]?.request;
  if (!judge) throw new Error("There is no validator.");
  const make = (length: number) => ({ body: Array.from({ length }, (_, at) => ({ at })) });
  const one = make(2000);
  const four = make(8000);
  expect(judge(four)).toBe(true);
  expect(judge({ body: [...four.body, { at: 7 }] })).toBe(false);
  expect(judge.errors).toMatchObject([{ keyword: "uniqueItems", instancePath: "/body" }]);
  // Time is measured in the full run only.
  if (process.env["FULL"] !== "1") return;
  const growth =
    leastMs(() => judge(four)) /
    Math.max(
      leastMs(() => judge(one)),
      1,
    );
  // Comparing each with every other would take sixteen times as long.
  expect(growth).toBeLessThan(12);
});

/** Processor time, the best of several runs. */
function leastMs(run: () => unknown): number {
  const times = Array.from({ length: 8 }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
