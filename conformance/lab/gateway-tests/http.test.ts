import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../server/skeleton/testing/engine.ts";
import { provider } from "../../../server/provider-states/gateway.ts";
import { describeVerdict, httpCases, playHttp, type ServerUnderTest } from "../../index.ts";
import { startTestGateway, type DisposableGateway } from "../testing/gateway-on-test-database.ts";
import { full } from "../testing/full-run.ts";
import { chosen } from "../testing/random.ts";
import { inScenario } from "../testing/scenarios.ts";
import { committedSuite } from "../../testing/suites.ts";

/** Of some three thousand cases, on each engine; a run of the whole takes half a minute. */
const SAMPLE = full ? Infinity : 25;

/** Of the answers that must not be sent, an ordinary run asks every operation for one. */
const isPlayed = (id: string) => full || /undocumented-field-inside$/.test(id);

const suites = [await committedSuite("gateway"), await committedSuite("sandbox")];
const credential = "X-SERVICE-AUTH";

describe.each(engines)("on the engine %s", (engine) => {
  let gateway: DisposableGateway;
  let server: ServerUnderTest;

  beforeAll(async () => {
    gateway = await startTestGateway({ ENGINE: engine });
    server = inScenario(gateway, `http.test ${engine}`);
  });

  afterAll(() => gateway[Symbol.asyncDispose]());

  test.each(suites)(
    "the reference gateway does what HTTP says of $contract.title",
    { timeout: full ? 300_000 : 60_000 },
    async (suite) => {
      const failed: string[] = [];
      const cases = httpCases(suite, provider, { [credential]: "" });
      const answers = cases.filter(({ group, id }) => group === "answers" && isPlayed(id));
      const others = cases.filter(({ group }) => group !== "answers");
      const drawn = chosen(others, SAMPLE, `cases of HTTP of ${suite.contract.name}`);
      for (const each of [...answers, ...drawn]) {
        const verdict = await playHttp(suite, each, server);
        if (verdict.outcome !== "passed") failed.push(describeVerdict(verdict));
      }
      expect(failed).toEqual([]);
    },
  );
});
