import { describe, expect } from "vitest";
import { full, longTest } from "../../../server/gateway/testing/long-test.ts";
import { runSeed } from "../../../server/gateway/testing/random.ts";
import { engines } from "../../../server/skeleton/testing/engine.ts";
import { describeCost, gatewayCosts } from "./complexity.ts";

/** Probes of each contract on each engine. */
const PROBES = 1000;

/** Two contracts of 1,000 probes take three to four minutes on two busy cores. */
const LIMIT_MS = 2_400_000;

const seed = runSeed();

// Time is measured in the full run only.
describe.runIf(full).each(engines)("on %s", (engine) => {
  longTest(
    `no request to the gateway takes more than linear time or holds others up on ${engine}`,
    LIMIT_MS,
    async (step) => {
      const onMeasured = (done: number, all: number) => {
        step(`probe ${done} of ${all} (SEED=${seed})`);
      };
      const costs = await gatewayCosts(engine, { seed, probes: PROBES, onMeasured });
      const failed = costs.filter((each) => each.failure !== undefined);
      expect(failed.map(describeCost), `seed ${seed}`).toEqual([]);
      // A probe that is refused before it is read measures nothing.
      const reached = costs.filter(({ measured }) =>
        measured.some(({ status }) => status === 200 || status === 400),
      );
      expect(reached.length).toBeGreaterThan(costs.length / 2);
    },
  );
});
