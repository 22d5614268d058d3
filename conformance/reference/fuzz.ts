import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startGatewayProcess } from "../testing/gateway-process.ts";
import { loadSuite } from "../suite.ts";
import { describeFinding } from "../verdict.ts";
import { fuzz, type Fuzzed, type FuzzResult } from "../fuzz/fuzz.ts";

const help = `npm run conformance:fuzz -- [options]

Asks the reference gateway at random, on each engine, and fails when an answer is outside the contract, when the gateway
fails, or when it accepts what an independent validator refuses. What is found is made as small as it can be.

  --cases N       how many requests, over all operations and both engines (default: 100000)
  --seed N        draws the same requests again (default: the time)
  --filter TEXT   only operations whose name contains TEXT
  --json          print the results as JSON

Exit status: 0 nothing found, 1 something found, 2 could not run.
`;

const ENGINES = ["compiled", "express-openapi-validator"] as const;
const CONTRACTS = ["generated/gateway", "generated/sandbox"];

/** Operations asked at a time: enough to keep the gateway's process busy while requests are drawn in this one. */
const CONCURRENCY = 6;

interface EngineResult extends FuzzResult {
  readonly engine: (typeof ENGINES)[number];
}

const { values } = parseArgs({
  options: {
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
  const seed = Number(values.seed);
  const cases = Number(values.cases);
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(cases) || cases < 1) {
    console.error(`--seed and --cases are numbers.\n\n${help}`);
    return 2;
  }
  const suites = await Promise.all(CONTRACTS.map(loadSuite));
  const chosen = suites.flatMap((suite) =>
    Object.values(suite.contract.operations)
      .filter(({ id }) => id.includes(values.filter))
      .map((operation) => ({ suite, operation })),
  );
  if (chosen.length === 0) {
    console.error(`No operation's name contains "${values.filter}".`);
    return 2;
  }
  const runs = Math.ceil(cases / (chosen.length * ENGINES.length));
  const total = runs * chosen.length * ENGINES.length;
  const onPlayed = startProgress(total);
  console.error(`seed ${seed}`);
  const results: EngineResult[] = [];
  for (const engine of ENGINES) {
    const folder = await mkdtemp(join(tmpdir(), "fuzz-"));
    const gateway = await startGatewayProcess({
      MODE: "sandbox",
      PORT: "0",
      LOG_LEVEL: "silent",
      DATA_DIR: folder,
      DATABASE_URL: "",
      ENGINE: engine,
    });
    const server: Fuzzed = {
      url: new URL(gateway.url),
      headers: { "X-SERVICE-AUTH": gateway.token },
    };
    try {
      const found = await inParallel(chosen, ({ suite, operation }) =>
        fuzz(suite, operation, server, { seed, runs, onPlayed }),
      );
      results.push(...found.map((each) => ({ ...each, engine })));
    } finally {
      await gateway.end("SIGTERM");
      await rm(folder, { recursive: true, force: true });
    }
  }
  print(seed, results);
  return results.some(({ broken }) => broken) ? 1 : 0;
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

function print(seed: number, results: readonly EngineResult[]): void {
  if (values.json) {
    console.log(JSON.stringify({ seed, results }, null, 2));
    return;
  }
  for (const { engine, operation, played, valid, statuses, broken } of results) {
    const answers = Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count}`)
      .join(", ");
    console.log(
      `${broken ? "broken" : "kept  "} ${engine} ${operation}: ${played} requests, ${valid} valid (${answers})`,
    );
    if (broken) {
      console.log(`    ${JSON.stringify(broken.request)}`);
      for (const each of broken.findings) console.log(`    ${describeFinding(each)}`);
    }
  }
  const played = results.reduce((sum, each) => sum + each.played, 0);
  const broken = results.filter((each) => each.broken).length;
  console.log(`${played} requests, ${broken} operations broken; seed ${seed}`);
}
