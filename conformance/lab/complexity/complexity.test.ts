import { full } from "../testing/full-run.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../server/skeleton/testing/engine.ts";
import type { Suite } from "../../index.ts";
import { generateInto, librarySpec, type GeneratedFolder } from "../../testing/generated.ts";
import { startMeasuredLibrary } from "../testing/library-service/measured.ts";
import { runSeed } from "../../../server/gateway/testing/random.ts";
import { complexity } from "./complexity.ts";
import { beginnings, filled, matching } from "./payloads.ts";
import { documentedFieldsIn, put } from "./documented-fields.ts";
import { probesOf } from "./probes.ts";

/** Probes of each contract. */
const PROBES = full ? undefined : 100;

const seed = runSeed();
let generated: GeneratedFolder;
let suite: Suite;

beforeAll(async () => {
  generated = await generateInto(librarySpec);
  suite = await generated.load("catalogue");
});

afterAll(() => generated[Symbol.asyncDispose]());

describe.each(engines)("on the engine %s", (engine) => {
  test("no request to a server of another domain takes more than linear time", async () => {
    await using server = await startMeasuredLibrary(generated.folder, engine);
    const costs = await complexity(suite, server, { seed, ...(PROBES && { probes: PROBES }) });
    expect(
      costs.filter(({ failure }) => failure !== undefined),
      `seed ${seed}`,
    ).toEqual([]);
    expect(costs.length).toBeGreaterThanOrEqual(100);
  }, 300_000);
});

test("a handler that takes quadratic time is found, and what it was given", async () => {
  await using server = await startMeasuredLibrary(generated.folder, "compiled", "quadratic");
  const costs = await complexity(suite, server, {
    seed,
    filter: "addItem",
    limits: { body: 8000 },
    only: ({ name }) =>
      name.startsWith('labels.any: run of "-"') || name.startsWith('labels.any: run of "a"'),
  });
  const failed = costs.filter((each) => each.failure !== undefined);
  expect(failed.map(({ name }) => name)).toEqual([
    'labels.any: run of "-"',
    'labels.any: run of "-" and !',
  ]);
  expect(failed[0]?.failure).toMatch(/of processor time|times as long/);
});

test("a probe is as long as it was asked to be", () => {
  const server = new URL("http://127.0.0.1");
  const options = { server, headers: {}, fresh: () => "", seed, fragments: [] };
  const probes = Object.values(suite.contract.operations).flatMap((operation) =>
    probesOf(suite, operation, options),
  );
  const parts = { body: 97_000, headers: 14_000, query: 14_000, path: 14_000 };
  for (const { part, name, request } of probes) {
    const { body = "", headers, target } = request(parts[part]);
    const lines = headers.map(([each, value]) => each.length + value.length + 4);
    const lengths = {
      body: Buffer.byteLength(body),
      headers: lines.reduce((sum, each) => sum + each, 0),
      query: target.length,
      path: target.length,
    };
    const ratio = lengths[part] / parts[part];
    expect([name, ratio > 0.9, ratio < 1.05]).toEqual([name, true, true]);
  }
  expect(new Set(probes.map(({ part }) => part)).size).toBe(4);
});

test("places are found in branches, lists and names without end", () => {
  const name = { type: "string" };
  const schema = {
    properties: { a: { anyOf: [{ properties: { b: name } }, { items: name }] } },
    additionalProperties: name,
  };
  expect(documentedFieldsIn(schema).map(({ keys }) => keys.join("."))).toEqual([
    "",
    "a",
    "a.b",
    "a.0",
    "any",
  ]);
  expect(put({ a: [1, 2] }, ["a", "0", "b"], 3)).toEqual({ a: [{ b: 3 }, 2] });
});

test("texts begin like patterns", () => {
  expect(matching("^ab{3}$", 1)).toContain("abbb");
  expect(matching("^(?=a)b$", 1)).toEqual([]);
  expect(beginnings(["abcdef"])).toEqual(["a", "abc", "abcde", "abcdef"]);
  expect(filled(5, ",", String)).toBe("0,1,2");
});
