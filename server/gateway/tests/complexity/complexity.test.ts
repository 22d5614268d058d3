import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { full, longTest } from "../../testing/long-test.ts";
import { runSeed } from "../../testing/random.ts";
import { startMeasured } from "../../../skeleton/testing/measured-process.ts";
import { generateInto, librarySpec } from "../../../../conformance/testing/generated.ts";
import { committedSuite } from "../../../../conformance/testing/suites.ts";
import { makeGatewayCluster } from "../../testing/gateway-cluster.ts";
import { complexity } from "./complexity.ts";
import { describeCost, type Cost } from "./measure.ts";

/** Probes of each contract on each engine. */
const PROBES = Number(process.env["PROBES"] ?? 1000);

/** Two contracts of 1,000 probes take three to four minutes on two busy cores. */
const LIMIT_MS = 2400 * PROBES;

/** Beginnings of texts that the gateway searches for: card numbers, JWTs, Base64 and hex. */
const fragments = [
  ...["eyJ", "ZXlK", "65794a", "%65yJ", "card="],
  ...["4539 1488 ", "4539-1488-", "4539148803436467", "9704"],
];

const seed = runSeed();
const failedOf = (costs: readonly Cost[]) => costs.filter(({ failure }) => failure !== undefined);

// Time is measured only in the full run.
describe.runIf(full)("every request takes linear time and does not delay others", () => {
  for (const engine of ["compiled", "express-openapi-validator"])
    longTest(`of the gateway, on ${engine}`, LIMIT_MS, async (step) => {
      await using cluster = await makeGatewayCluster();
      const gateway = await cluster.start({ LOG_LEVEL: "info", ENGINE: engine });
      const { processorTime, token } = gateway;
      const headers = { "X-SERVICE-AUTH": token };
      const server = { url: new URL(gateway.url), headers, processorTime };
      for (const contract of ["gateway", "sandbox"]) {
        const costs = await complexity(await committedSuite(contract), server, {
          ...{ seed, fragments, probes: PROBES },
          // Its response grows with the recorded requests.
          only: ({ operation }) => operation !== "followRequests",
          onMeasured: (done, all) => {
            step(`probe ${done} of ${all} (SEED=${seed})`);
          },
        });
        expect(failedOf(costs).map(describeCost), `seed ${seed}`).toEqual([]);
        // A probe that is refused before its content is read measures nothing.
        const reached = costs.filter(({ measured }) =>
          measured.some(({ status }) => status === 200 || status === 400),
        );
        expect(reached.length).toBeGreaterThan(costs.length / 2);
      }
    });

  test("a handler with quadratic time is reported with its input", async () => {
    const library = await generateInto(librarySpec);
    const script = resolve(import.meta.dirname, "quadratic-server.ts");
    await using process = startMeasured(
      script,
      [`${library.folder}/catalogue`],
      globalThis.process.env,
    );
    const [, url = ""] = await process.printed(/at (\S+) /);
    const server = { ...process, url: new URL(url), headers: {} };
    const costs = await complexity(await library.load("catalogue"), server, {
      ...{ seed, probes: PROBES, bodyBytes: 16_000 },
      only: ({ name }) => /^\/labels\/any: run of "[-a]"/.test(name),
    });
    const failed = failedOf(costs);
    expect(failed.map(({ probe }) => probe.name)).toEqual([
      '/labels/any: run of "-"',
      '/labels/any: run of "-" and !',
    ]);
    expect(failed[0]?.failure).toMatch(/of processor time|times as long/);
  });
});
