import { describe, expect, test } from "vitest";
import { full, longTest } from "../../../server/gateway/testing/long-test.ts";
import { runSeed } from "../../../server/gateway/testing/random.ts";
import { engines } from "../../../server/skeleton/testing/engine.ts";
import { generateInto, librarySpec } from "../../testing/generated.ts";
import { complexity } from "../complexity/complexity.ts";
import type { Cost } from "../complexity/measure.ts";
import { startMeasuredLibrary } from "../testing/library-service/measured.ts";
import { describeCost, gatewayCosts, libraryCosts } from "./complexity.ts";

/** Probes of each contract on each engine. */
const PROBES = 1000;

/** Two contracts of 1,000 probes take three to four minutes on two busy cores. */
const LIMIT_MS = 2_400_000;

const seed = runSeed();
const failedOf = <Each extends Cost>(costs: readonly Each[]) =>
  costs.filter(({ failure }) => failure !== undefined);

// Time is measured in the full run only.
describe.runIf(full)("no request takes more than linear time or holds others up", () => {
  for (const engine of engines)
    longTest(`of the gateway, on ${engine}`, LIMIT_MS, async (step) => {
      const onMeasured = (done: number, all: number) => {
        step(`probe ${done} of ${all} (SEED=${seed})`);
      };
      const costs = await gatewayCosts(engine, { seed, probes: PROBES, onMeasured });
      expect(failedOf(costs).map(describeCost), `seed ${seed}`).toEqual([]);
      // A probe that is refused before it is read measures nothing.
      const reached = costs.filter(({ measured }) =>
        measured.some(({ status }) => status === 200 || status === 400),
      );
      expect(reached.length).toBeGreaterThan(costs.length / 2);
    });

  test.each(engines)("of a server of another domain, on %s", async (engine) => {
    const costs = await libraryCosts(engine, { seed });
    expect(failedOf(costs).map(describeCost), `seed ${seed}`).toEqual([]);
    expect(costs.length).toBeGreaterThanOrEqual(100);
  });

  test("and a handler whose time is quadratic is found, with what it was given", async () => {
    const generated = await generateInto(librarySpec);
    await using server = await startMeasuredLibrary(generated.folder, "compiled", "quadratic");
    const costs = await complexity(await generated.load("catalogue"), server, {
      seed,
      filter: "addItem",
      limits: { body: 8000 },
      only: ({ name }) => /^labels\.any: run of "[-a]"/.test(name),
    });
    const failed = failedOf(costs);
    expect(failed.map(({ name }) => name)).toEqual([
      'labels.any: run of "-"',
      'labels.any: run of "-" and !',
    ]);
    expect(failed[0]?.failure).toMatch(/of processor time|times as long/);
  });
});
