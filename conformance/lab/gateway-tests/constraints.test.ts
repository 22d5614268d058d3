import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onPostgres } from "../../../server/gateway/testing/open-gateway.ts";
import type { ConstraintCase } from "../../case.ts";
import { describeVerdict, playOnServer, type ServerUnderTest } from "../../index.ts";
import { concerns } from "../../internal.ts";
import { enginesOfRun } from "../testing/engines-of-run.ts";
import { drawn } from "../testing/random.ts";
import { startTestGateway, type DisposableGateway } from "../testing/gateway-on-test-database.ts";
import { inScenario } from "../testing/scenarios.ts";
import { committedSuite } from "../../testing/suites.ts";

const suites = [await committedSuite("gateway"), await committedSuite("sandbox")] as const;

/** What is refused is refused before anything is stored: one storage is enough for it, and a share shows that of what is valid. */
function forStorage(cases: readonly ConstraintCase[]): readonly ConstraintCase[] {
  if (!onPostgres) return cases;
  const valid = cases.filter(({ boundary }) => boundary === "valid");
  return drawn(valid, 1 / 8, "boundaries on PostgreSQL");
}

describe.each(enginesOfRun)("on the engine %s", (engine) => {
  let gateway: DisposableGateway;
  let server: ServerUnderTest;

  beforeAll(async () => {
    gateway = await startTestGateway({ ENGINE: engine });
    server = inScenario(gateway, "gateway-constraints.test");
  });

  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
  });

  describe.each(suites)(
    "the reference server keeps the constraints of $contract.title",
    (suite) => {
      const { cases } = suite.constraints();
      const requests = forStorage(cases.filter((each) => concerns(each, "server")));
      const operations = Map.groupBy(requests, ({ operation }) => operation.id);

      test.each([...operations])("of %s", async (_, played) => {
        const failed: string[] = [];
        for (const each of played) {
          const verdict = await playOnServer(suite, each, server);
          if (verdict.outcome !== "passed") failed.push(describeVerdict(verdict));
        }
        expect(failed).toEqual([]);
      });
    },
  );
});
