import { expect, test } from "vitest";
import { runSeed } from "../testing/random.ts";
import { describeCost, ENGINES, gatewayCosts } from "./complexity.ts";

/** Probes of each contract on each engine. */
const PROBES = process.env["FULL"] ? 4000 : 200;

const seed = runSeed();

test.each(ENGINES)(
  "no request to the gateway takes more than linear time or holds others up, on %s",
  async (engine) => {
    const costs = await gatewayCosts(engine, { seed, probes: PROBES });
    const failed = costs.filter((each) => each.failure !== undefined);
    expect(failed.map(describeCost), `seed ${seed}`).toEqual([]);
    // A probe that is refused before it is read measures nothing.
    const reached = costs.filter(({ measured }) =>
      measured.some(({ status }) => status === 200 || status === 400),
    );
    expect(reached.length).toBeGreaterThan(costs.length / 2);
  },
  600_000,
);
