import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { onPostgres, takeTestDatabase } from "../testing/open-gateway.ts";
import { provider } from "../../provider-states/gateway.ts";
import type { ConstraintCase } from "../../../conformance/cases/case.ts";
import {
  httpCases,
  playHttp,
  playOnServer,
  type ServerUnderTest,
} from "../../../conformance/index.ts";
import { concerns } from "../../../conformance/internal.ts";
import { failuresOf } from "../../../conformance/testing/failures.ts";
import { committedSuite } from "../../../conformance/testing/suites.ts";
import { full } from "../testing/long-test.ts";
import { startDisposableGateway, type DisposableGateway } from "../testing/disposable-gateway.ts";
import { chosen, drawn } from "../testing/drawn.ts";
import { expectRealTime } from "../testing/real-time.ts";
import { inScenario } from "../testing/scenarios.ts";

const suites = [await committedSuite("gateway"), await committedSuite("sandbox")];

let gateway: DisposableGateway;
let server: ServerUnderTest;
/** Method, path, status and Cache-Control of every response to a sample. */
const responses = new Set<string>();
const keepCaching = (message: unknown) => {
  const { request, response } = message as Finished;
  const { "cache-control": caching = "" } = response.headers;
  responses.add([request.method, request.path, response.statusCode, caching].join(" "));
};

beforeAll(async () => {
  gateway = await startDisposableGateway({ database: await takeTestDatabase() });
  server = inScenario(gateway, "server.test");
});

afterAll(() => gateway[Symbol.asyncDispose]());

describe.each(suites)("the reference server passes for $contract.title", (suite) => {
  const { title } = suite.contract;
  const boundaries = boundariesFor(suite.constraints().cases);

  test("the samples, and forbids caching of every response", async () => {
    subscribe("http.client.response.finish", keepCaching);
    onTestFinished(() => void unsubscribe("http.client.response.finish", keepCaching));
    // The tests of the stores run on both storages, so a share is enough here.
    const played = onPostgres ? drawn(suite.cases, 1 / 4, `samples of ${title}`) : suite.cases;
    const failures = await failuresOf(played, async (item) => {
      const verdict = await playOnServer(suite, item, server);
      // The changes that a sample makes to the clock are undone after it.
      await expectRealTime(gateway);
      return verdict;
    });
    expect(failures).toEqual([]);
    expect(responses.size).toBeGreaterThan(0);
    expect([...responses].filter((response) => !response.endsWith(" no-store"))).toEqual([]);
  });

  test.each([...Map.groupBy(boundaries, ({ operation }) => operation.id)])(
    "the constraints of %s",
    async (_, own) => {
      expect(
        await failuresOf(own, (constraintCase) => playOnServer(suite, constraintCase, server)),
      ).toEqual([]);
    },
  );

  test.skipIf(onPostgres)("the cases of HTTP", { timeout: full ? 300_000 : 60_000 }, async () => {
    const cases = httpCases(suite, provider, { "X-SERVICE-AUTH": "" });
    const refused = cases.filter(({ group, id }) => group === "responses" && isAsked(id));
    const others = cases.filter(({ group }) => group !== "responses");
    const played = [...refused, ...chosen(others, HTTP_CASES, `cases of HTTP of ${title}`)];
    expect(await failuresOf(played, (item) => playHttp(suite, item, server))).toEqual([]);
  });
});

/** Invalid requests are refused before the storage is used, so PostgreSQL gets a share of the valid ones only. */
function boundariesFor(cases: readonly ConstraintCase[]): readonly ConstraintCase[] {
  const own = cases.filter((testCase) => concerns(testCase, "server"));
  const valid = own.filter(({ boundary }) => boundary === "valid");
  return onPostgres
    ? drawn(valid, 1 / 8, "boundaries on PostgreSQL")
    : drawn(own, 1 / 2, "boundaries");
}

/** There are about 3,000 cases. All of them take half a minute. */
const HTTP_CASES = full ? Infinity : 25;

/** An ordinary run provokes one forbidden response per operation. */
function isAsked(id: string): boolean {
  return full || id.endsWith("undocumented-field-inside");
}

interface Finished {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
}
