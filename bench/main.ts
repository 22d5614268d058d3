import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureCalls } from "./client-calls.ts";
import { measureSizes } from "./client-size.ts";
import { measureTypes } from "./client-types.ts";
import { prepare } from "./prepare.ts";
import { report } from "./report/index.ts";
import type { Measured } from "./report/measured.ts";
import { measureRequests } from "./throughput.ts";
import { DOCUMENTED_OPERATIONS } from "./specification.ts";
import { measureStarts } from "./startup-time.ts";

const help = `npm run bench -- [--quick] [--json] [QUESTION ...]

Measures the toolkit beside its peers, in rounds that take turns; ratios with their spread.

  requests    requests a second, fully validated, beside other servers
  start       time to the first answer, and memory
  client      size, overhead of a call, time to typecheck
              (default: all three)

  --quick     about a minute: few rounds, and up to 100 operations instead of 1,000
  --json      everything that was measured, by round, for machines
`;

const questions = ["requests", "start", "client"] as const;

interface Plan {
  readonly sizes: readonly number[];
  /** What the sizes between cost lies between. */
  readonly requestSizes: readonly number[];
  readonly rounds: number;
  readonly startRounds: number;
  readonly sliceMs: number;
}

const full: Plan = {
  sizes: [DOCUMENTED_OPERATIONS, 100, 1_000],
  requestSizes: [DOCUMENTED_OPERATIONS, 1_000],
  rounds: 7,
  startRounds: 3,
  sliceMs: 600,
};
const quick: Plan = {
  sizes: [DOCUMENTED_OPERATIONS, 100],
  requestSizes: [DOCUMENTED_OPERATIONS],
  rounds: 3,
  startRounds: 2,
  sliceMs: 250,
};

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const asked = new Set<string>(positionals.length > 0 ? positionals : questions);
  const known = positionals.every((each) => isQuestion(each));
  if (values.help || !known) {
    console.log(help);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const measured = await measure(values.quick ? quick : full, asked);
  console.log(values.json ? JSON.stringify(measured) : report(measured));
}

function isQuestion(text: string): boolean {
  return questions.some((each) => each === text);
}

async function measure(plan: Plan, asked: ReadonlySet<string>): Promise<Measured> {
  const root = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    const folders = new Map<number, string>();
    for (const size of plan.sizes) {
      const folder = join(root, String(size));
      say(`preparing ${size} operations`);
      await prepare(folder, size);
      folders.set(size, folder);
    }
    return {
      machine: machine(),
      ...(asked.has("requests") && { requests: await requests(plan, folders) }),
      ...(asked.has("start") && { starts: await starts(plan, folders) }),
      ...(asked.has("client") && { client: await client(plan, folders) }),
    };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function requests(plan: Plan, folders: ReadonlyMap<number, string>) {
  say("measuring requests");
  const measured = [...folders].filter(([size]) => plan.requestSizes.includes(size));
  return measureRequests({ ...plan, folders: new Map(measured) });
}

function starts(plan: Plan, folders: ReadonlyMap<number, string>) {
  say("measuring starts");
  return measureStarts({ folders, rounds: plan.startRounds });
}

async function client(plan: Plan, folders: ReadonlyMap<number, string>) {
  say("measuring the client");
  const [smallest = "", largest = ""] = [
    folders.get(DOCUMENTED_OPERATIONS),
    [...folders.values()].at(-1),
  ];
  return {
    sizes: await measureSizes(),
    calls: await measureCalls({ ...plan, folder: smallest }),
    types: await measureTypes(largest, plan.startRounds),
  };
}

function machine() {
  return {
    node: process.version,
    processor: cpus()[0]?.model ?? "",
    cores: availableParallelism(),
    loadBefore: loadavg()[0] ?? 0,
  };
}

/** Progress goes where it does not stand in the way of `--json`. */
function say(text: string): void {
  console.error(`bench: ${text} ...`);
}
