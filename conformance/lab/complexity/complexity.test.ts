import { full } from "../testing/full-run.ts";
import { describe, expect, test } from "vitest";
import { engines } from "../../../server/skeleton/testing/engine.ts";
import { generateInto, librarySpec } from "../../testing/generated.ts";
import { startMeasuredLibrary } from "../testing/library-service/measured.ts";
import { runSeed } from "../../../server/gateway/testing/random.ts";
import { complexity } from "./complexity.ts";

const seed = runSeed();
const generated = await generateInto(librarySpec);
const suite = await generated.load("catalogue");

// Time is measured in the full run only.
describe.runIf(full).each(engines)("on the engine %s", (engine) => {
  test("no request to a server of another domain takes more than linear time", async () => {
    await using server = await startMeasuredLibrary(generated.folder, engine);
    const costs = await complexity(suite, server, { seed });
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
