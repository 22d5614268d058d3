import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onPostgres } from "../../../server/gateway/testing/open-gateway.ts";
import { engines } from "../../../server/skeleton/testing/engine.ts";
import { describeVerdict, playOnServer, type ServerUnderTest } from "../../index.ts";
import { drawn } from "../testing/random.ts";
import { expectRealTime } from "../testing/real-time.ts";
import { startTestGateway, type DisposableGateway } from "../testing/gateway-on-test-database.ts";
import { inScenario } from "../testing/scenarios.ts";
import { committedSuite } from "../../testing/suites.ts";

/** On a second storage or engine, which others say are alike, a share of the samples. */
const share = 1 / 2;

const suites = [await committedSuite("gateway"), await committedSuite("sandbox")];

describe.each(onPostgres ? (["compiled"] as const) : engines)("on the engine %s", (engine) => {
  const isSecond = onPostgres || engine !== "compiled";
  const played = suites.map((suite) => ({
    ...suite,
    cases: isSecond ? drawn(suite.cases, share, `samples on ${engine}`) : suite.cases,
  }));
  let gateway: DisposableGateway;
  let server: ServerUnderTest;
  let passed = 0;
  /** Of every answer that the samples get, which are all operations and statuses. */
  const answers = new Set<string>();
  const keepCaching = (message: unknown) => {
    const { request, response } = message as Finished;
    const { "cache-control": caching = "" } = response.headers;
    answers.add([request.method, request.path, response.statusCode, caching].join(" "));
  };

  beforeAll(async () => {
    subscribe("http.client.response.finish", keepCaching);
    gateway = await startTestGateway({ ENGINE: engine });
    server = inScenario(gateway, "gateway-server.test");
  });

  afterAll(async () => {
    unsubscribe("http.client.response.finish", keepCaching);
    await gateway[Symbol.asyncDispose]();
    const cases = played.reduce((sum, suite) => sum + suite.cases.length, 0);
    console.log(`server on ${engine}: ${passed} of ${cases} samples passed`);
  });

  describe.each(played)(
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

  test("no cache keeps an answer", () => {
    expect(answers.size).toBeGreaterThan(0);
    expect([...answers].filter((answer) => !answer.endsWith(" no-store"))).toEqual([]);
  });
});

interface Finished {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
}
