import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { provider } from "../../provider-states/gateway.ts";
import { describeVerdict, freshValues, playOnServer, type ServerUnderTest } from "../../index.ts";
import { drawn } from "../testing/random.ts";
import { expectRealTime } from "../testing/real-time.ts";
import { startTestGateway, type DisposableGateway } from "../testing/gateway-on-test-database.ts";
import { committedSuite } from "../../testing/suites.ts";

/** On a second storage or engine, which others say are alike, a share of the samples. */
const isSecond = inject("postgresUrl") !== undefined || process.env["ENGINE"] !== undefined;

const suites = [await committedSuite("gateway"), await committedSuite("sandbox")].map((suite) => ({
  ...suite,
  cases: isSecond
    ? drawn(suite.cases, 1 / 2, "samples on a second storage or engine")
    : suite.cases,
}));

let gateway: DisposableGateway;
let server: ServerUnderTest;
let passed = 0;

beforeAll(async () => {
  gateway = await startTestGateway();
  const headers = { "X-SERVICE-AUTH": gateway.token };
  server = {
    url: gateway.url,
    headers,
    provider,
    fresh: freshValues("gateway-server.test"),
  };
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  const cases = suites.reduce((sum, suite) => sum + suite.cases.length, 0);
  console.log(`server: ${passed} of ${cases} samples passed`);
});

describe.each(suites)(
  "the reference server keeps the samples of $contract.title",
  ({ cases, ...suite }) => {
    test.each(cases)("$id", async (played) => {
      const verdict = await playOnServer(suite, played, server);
      expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
      // Whatever a sample does to the clock is taken back after it.
      await expectRealTime(gateway);
      passed += 1;
    });
  },
);
