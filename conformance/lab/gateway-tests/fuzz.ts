import { parseArgs } from "node:util";
import type { Operation } from "@contract-toolkit/kernel";
import { FLOOR_MICROSECONDS, MOST_GROWTH, MOST_MICROSECONDS } from "../complexity/measure.ts";
import { loadSuite, type Suite } from "../../suite.ts";
import { describeFinding } from "../../verdict.ts";
import { startOwnGateway } from "../testing/own-gateway.ts";
import { fuzz, type Fuzzed, type FuzzResult } from "../fuzz/fuzz.ts";
import { engines, type EngineName } from "../../../server/skeleton/testing/engine.ts";
import {
  dearest,
  describeCost,
  gatewayCosts,
  libraryCosts,
  type EngineCost,
} from "./complexity.ts";

const help = `npm run conformance:fuzz -- [options]

Sends random requests to the reference gateway, on each engine. Fails when an answer is outside the contract, when the
gateway fails, or when it accepts what an independent validator refuses. Failing requests are made as small as possible.

Then measures expensive requests, also on a server of another contract: bodies, headers, queries and paths of n, 2n and 4n
bytes up to each limit, of the most expensive shapes. Fails when a request takes more than ${MOST_MICROSECONDS / 1000} ms of the server's processor time, or
more than ${MOST_GROWTH} times as much for 4n bytes as for n; growth below ${FLOOR_MICROSECONDS / 1000} ms is noise. Prints the most expensive shape of each part.

  --only WHAT     random (answers) or cost (processor time)
  --cases N       number of random requests, over all operations and both engines (default: 100000)
  --probes N      number of shapes for each contract and engine (default: 3000, drawn by the seed)
  --seed N        repeats the same requests (default: the time)
  --filter TEXT   only operations whose name contains TEXT
  --json          print the results as JSON

Exit status: 0 nothing found, 1 something found, 2 could not run.
`;

const CONTRACTS = ["generated/gateway", "generated/sandbox"];

/** Operations asked at a time: enough to keep the gateway's process busy while requests are drawn in this one. */
const CONCURRENCY = 6;

interface EngineResult extends FuzzResult {
  readonly engine: EngineName;
}

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    probes: { type: "string", default: "3000" },
    cases: { type: "string", default: "100000" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    filter: { type: "string", default: "" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
process.exitCode = values.help ? printHelp() : await main();

function printHelp(): number {
  console.log(help);
  return 0;
}

async function main(): Promise<number> {
  const { only, filter } = values;
  const seed = Number(values.seed);
  const cases = Number(values.cases);
  const probes = Number(values.probes);
  if (![seed, cases, probes].every(Number.isSafeInteger) || cases < 1 || probes < 1) {
    console.error(`--seed, --cases and --probes are numbers.\n\n${help}`);
    return 2;
  }
  if (only !== undefined && only !== "random" && only !== "cost") {
    console.error(`--only is random or cost, not "${only}".\n\n${help}`);
    return 2;
  }
  const chosen = await chosenOperations(filter);
  if (chosen.length === 0) {
    console.error(`No operation's name contains "${filter}".`);
    return 2;
  }
  console.error(`seed ${seed}`);
  const results = only === "cost" ? [] : await askAtRandom(chosen, seed, cases);
  const costs = only === "random" ? [] : await measureCosts(seed, filter, probes);
  print(seed, results, costs);
  return [...results, ...costs].some(({ failure }) => failure !== undefined) ? 1 : 0;
}

interface Chosen {
  readonly suite: Suite;
  readonly operation: Operation;
}

async function chosenOperations(filter: string): Promise<Chosen[]> {
  const suites = await Promise.all(CONTRACTS.map(loadSuite));
  return suites.flatMap((suite) =>
    Object.values(suite.contract.operations)
      .filter(({ id }) => id.includes(filter))
      .map((operation) => ({ suite, operation })),
  );
}

async function measureCosts(seed: number, filter: string, probes: number): Promise<EngineCost[]> {
  const onMeasured = (done: number, total: number) => {
    if (process.stderr.isTTY && done % 10 === 0) process.stderr.write(`\r${done}/${total} shapes `);
  };
  const costs: EngineCost[] = [];
  const run = { seed, filter, onMeasured, probes };
  for (const engine of engines) {
    costs.push(...(await gatewayCosts(engine, run)), ...(await libraryCosts(engine, run)));
    console.error(`${costs.length} shapes measured, ${engine} done`);
  }
  return costs;
}

async function askAtRandom(
  chosen: readonly Chosen[],
  seed: number,
  cases: number,
): Promise<EngineResult[]> {
  const runs = Math.ceil(cases / (chosen.length * engines.length));
  const total = runs * chosen.length * engines.length;
  const onPlayed = startProgress(total);
  const results: EngineResult[] = [];
  for (const engine of engines) {
    await using gateway = await startOwnGateway({ LOG_LEVEL: "silent", ENGINE: engine });
    const server: Fuzzed = {
      url: new URL(gateway.url),
      headers: { "X-SERVICE-AUTH": gateway.token },
    };
    const found = await inParallel(chosen, ({ suite, operation }) =>
      fuzz(suite, operation, server, { seed, runs, onPlayed }),
    );
    results.push(...found.map((each) => ({ ...each, engine })));
    await gateway.end("SIGTERM");
  }
  return results;
}

async function inParallel<Each, Result>(
  all: readonly Each[],
  play: (each: Each) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = all.entries();
  const worker = async () => {
    for (const [index, each] of waiting) results[index] = await play(each);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}

function startProgress(total: number): () => void {
  let played = 0;
  return () => {
    played += 1;
    if (process.stderr.isTTY && played % 100 === 0) process.stderr.write(`\r${played}/${total} `);
  };
}

function print(seed: number, results: readonly EngineResult[], costs: readonly EngineCost[]): void {
  if (values.json) {
    console.log(JSON.stringify({ seed, results, costs }, null, 2));
    return;
  }
  const told = new Set([
    ...dearest(costs),
    ...costs.filter(({ failure }) => failure !== undefined),
  ]);
  for (const each of told) console.log(describeCost(each));
  printResults(results);
  const failedCosts = costs.filter(({ failure }) => failure !== undefined).length;
  console.log(`${costs.length} shapes measured, ${failedCosts} too dear; seed ${seed}`);
}

function printResults(results: readonly EngineResult[]): void {
  for (const { engine, operation, played, valid, statuses, failure } of results) {
    const answers = Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count}`)
      .join(", ");
    console.log(
      `${failure ? "failed" : "passed"} ${engine} ${operation}: ${played} requests, ${valid} valid (${answers})`,
    );
    if (failure) {
      console.log(`    ${JSON.stringify(failure.request)}`);
      for (const each of failure.findings) console.log(`    ${describeFinding(each)}`);
    }
  }
  const played = results.reduce((sum, each) => sum + each.played, 0);
  const failed = results.filter((each) => each.failure).length;
  console.log(`${played} requests at random, ${failed} operations failed`);
}
