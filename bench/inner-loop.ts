import { execFileSync, spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import type { TimedFeedback } from "../scripts/dev/feedback.ts";
import { spreadOf } from "./measure/statistics.ts";
import { table } from "./table.ts";

const help = `node bench/inner-loop.ts [--saves N]

How long after a save of the gateway's specification \`contract dev\` says what: N saves (default: 20) that change a limit, and
N that change types, each by renaming a new file over the old one, in a copy of the last commit. Times begin with the
save; processor time is that of all processes until everything is said.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { saves: { type: "string", default: "20" }, help: { type: "boolean" } },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "inner-loop-"));
  try {
    copyProject(folder);
    const saves = Number(values.saves);
    const measured = await measure(folder, saves * 2);
    report(
      "A limit changes",
      measured.filter((_, index) => index % 2 === 0),
    );
    report(
      "A type changes",
      measured.filter((_, index) => index % 2 === 1),
    );
    const [load = 0] = loadavg();
    console.log(
      `${saves} saves of each, ${availableParallelism()} processors, load ${load.toFixed(1)}.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** When each kind of feedback came after one save, and what it cost. */
interface Measured {
  readonly at: ReadonlyMap<TimedFeedback["about"], number>;
  readonly processorMs: number;
}

/** A clone with the packages of this folder, and its own packages in their place. */
function copyProject(folder: string): void {
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", ".", folder]);
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync("node_modules").filter((each) => each !== ".cache"))
    if (name !== ownPackages) symlinkSync(resolve("node_modules", name), join(packages, name));
  execFileSync("cp", ["-a", join("node_modules", ownPackages), packages]);
}

const ownPackages = "@contract-toolkit";

async function measure(folder: string, saves: number): Promise<Measured[]> {
  const command = [
    "dev",
    "--json",
    "--port",
    "0",
    "--",
    process.execPath,
    "server/gateway/main.ts",
  ];
  const child = spawn(process.execPath, ["scripts/contract.ts", ...command], {
    cwd: folder,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const untilDone = async (since: number) => {
    const at = new Map<TimedFeedback["about"], number>();
    for (;;) {
      const { value } = await lines.next();
      const feedback = JSON.parse(String(value)) as TimedFeedback;
      at.set(feedback.about, performance.now() - since);
      if (feedback.about === "done") return at;
    }
  };
  try {
    await untilDone(performance.now());
    const measured: Measured[] = [];
    for (let index = 0; index < saves; index += 1) {
      const before = processorMs(child.pid);
      const since = performance.now();
      save(folder, index);
      const at = await untilDone(since);
      measured.push({ at, processorMs: processorMs(child.pid) - before });
    }
    return measured;
  } finally {
    child.kill();
    await new Promise((ended) => child.once("exit", ended));
  }
}

/** By turns, another limit of order codes, and a field of an answer that comes and goes. */
function save(folder: string, index: number): void {
  if (index % 2 === 0)
    edit(
      join(folder, "spec/gateway/common/scalars.tsp"),
      /@maxLength\(\d+\)(?=\s*@friendlyName\("OrderCode"\))/,
      `@maxLength(${lengths - ((index / 2) % 12)})`,
    );
  else if (index % 4 === 1) edit(join(folder, answer.file), answer.mark, `${answer.field}$&`);
  else edit(join(folder, answer.file), answer.field, "");
}

function edit(file: string, before: RegExp | string, after: string): void {
  writeFileSync(`${file}.tmp`, readFileSync(file, "utf8").replace(before, after));
  renameSync(`${file}.tmp`, file);
}

/** A field that sources may leave out, as a new one is. */
const answer = {
  file: "spec/gateway/transactions/models.tsp",
  mark: /(?<=model Pagination \{\n)/,
  field: "  /** How many pages there are. */\n  pages?: int32;\n\n",
};

/** The longest; the shortest is longer than every sample. */
const lengths = 49;

/** Processor time of a process and of those that it has waited for: proc_pid_stat(5), fields 14 to 17, in ticks of 10 ms. */
function processorMs(pid = 0): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}

const shown = {
  contract: "what changed, and whom it breaks",
  samples: "which samples fail",
  generated: "files are written",
  command: "the gateway is started again",
  types: "what does not compile",
  done: "everything, with what the branch changes",
} as const;

function report(title: string, measured: readonly Measured[]): void {
  const rows = Object.entries(shown).map(([about, name]) => [
    name,
    ...spread(measured.map(({ at }) => at.get(about as TimedFeedback["about"]) ?? Number.NaN)),
  ]);
  const cost = ["processor time", ...spread(measured.map((each) => each.processorMs))];
  console.log(
    `${table([`${title}: milliseconds after the save`, "median", "worst"], [...rows, cost])}\n`,
  );
}

function spread(values: readonly number[]): [median: string, worst: string] {
  const { median, max } = spreadOf(values);
  return [median.toFixed(0), max.toFixed(0)];
}

await main();
