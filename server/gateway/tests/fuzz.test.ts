import { isEventsType, type Operation } from "@contract-toolkit/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { full, longTest } from "../testing/long-test.ts";
import { onPostgres, takeTestDatabase } from "../testing/open-gateway.ts";
import { fuzz, type FuzzResult } from "./fuzz/fuzz.ts";
import type { Suite } from "../../../conformance/index.ts";
import { startRecorder } from "../../../conformance/targets/recording-server/recorder.ts";
import { startDisposableGateway, type DisposableGateway } from "../testing/disposable-gateway.ts";
import { runSeed } from "../testing/random.ts";
import { committedSuite } from "../../../conformance/testing/suites.ts";

/** Requests per operation. Most are refused before they reach the storage. */
const RUNS = Number(process.env["RUNS"] ?? (full ? 400 : onPostgres ? 4 : 10));
/** Four hundred take ten seconds. */
const LIMIT_MS = 120_000 + 300 * RUNS;

const suites = [await committedSuite("gateway"), await committedSuite("sandbox")] as const;
const seed = runSeed();

function ask(
  suite: Suite,
  id: string,
  { url, token }: Pick<DisposableGateway, "url" | "token">,
  runs: number,
  onPlayed: () => void = () => undefined,
): Promise<FuzzResult> {
  const operation = suite.contract.operations[id];
  if (!operation) throw new Error(`There is no operation ${id}.`);
  const headers = { "X-SERVICE-AUTH": token };
  return fuzz(suite, operation, { url, headers }, { seed, runs, onPlayed });
}

let gateway: DisposableGateway;
const results: FuzzResult[] = [];

beforeAll(async () => {
  gateway = await startDisposableGateway({ database: await takeTestDatabase() });
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  const played = results.reduce((sum, result) => sum + result.played, 0);
  const valid = results.reduce((sum, result) => sum + result.valid, 0);
  console.log(`fuzz: ${played} requests, ${valid} of them valid, seed ${seed}`);
});

for (const suite of suites)
  for (const [id, { responses }] of Object.entries<Operation>(suite.contract.operations)) {
    const runs = Math.ceil(isEventStream(responses) ? RUNS / 40 : RUNS);
    longTest(
      `${suite.contract.title}: every response of ${id} satisfies the contract`,
      LIMIT_MS,
      async (step) => {
        let checked = 0;
        const result = await ask(suite, id, gateway, runs, () => {
          checked += 1;
          step(`the next response of ${id} after ${checked} of ${runs} (seed ${seed})`);
        });
        expect(result.failure, `seed ${seed}`).toBeUndefined();
        results.push(result);
      },
    );
  }

/** A stream is read until it has been silent for a while, so its operation gets fewer requests. */
function isEventStream(responses: Operation["responses"]): boolean {
  return Object.values(responses).some(({ contentType = "" }) => isEventsType(contentType));
}

test("a server that accepts everything fails, and the reported request is small", async () => {
  await using server = await startRecorder();
  server.response = {
    status: 200,
    headers: {},
    body: { errorCode: 0, message: "Done." },
    contentType: "application/json",
  };
  // Most drawn requests are valid, so a few would not be enough.
  const { failure } = await ask(suites[0], "deleteToken", { url: server.url, token: "" }, 400);
  expect(failure?.findings).toEqual([{ message: "a request outside the contract was accepted" }]);
  expect(JSON.stringify(failure?.request).length).toBeLessThan(300);
});
