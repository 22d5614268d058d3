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
import type { Feedback } from "../scripts/dev/feedback.ts";
import { spreadOf } from "./measure/statistics.ts";
import { table } from "./table.ts";

const help = `node bench/inner-loop.ts [--saves N]

How long after a save of the gateway's specification \`contract dev\` says what: N saves (default: 20), each of another limit,
by renaming a new file over the old one, in a copy of the last commit. Times begin with the save; processor time is
that of all processes until everything is said.
`;

await main();

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
    report(await measure(folder, Number(values.saves)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** When each kind of feedback came after one save, and what it cost. */
interface Measured {
  readonly at: ReadonlyMap<Feedback["about"], number>;
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
    const at = new Map<Feedback["about"], number>();
    for (;;) {
      const { value } = await lines.next();
      const feedback = JSON.parse(String(value)) as Feedback;
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
      save(join(folder, "spec/gateway/common/scalars.tsp"), lengths - (index % 12));
      const at = await untilDone(since);
      measured.push({ at, processorMs: processorMs(child.pid) - before });
    }
    return measured;
  } finally {
    child.kill();
    await new Promise((ended) => child.once("exit", ended));
  }
}

function save(file: string, length: number): void {
  const text = readFileSync(file, "utf8").replace(
    /@maxLength\(\d+\)(?=\s*@friendlyName\("OrderCode"\))/,
    `@maxLength(${length})`,
  );
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

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
  done: "everything, with what does not compile",
} as const;

function report(measured: readonly Measured[]): void {
  const rows = Object.entries(shown).map(([about, name]) => [
    name,
    ...spread(measured.map(({ at }) => at.get(about as Feedback["about"]) ?? Number.NaN)),
  ]);
  const cost = ["processor time", ...spread(measured.map((each) => each.processorMs))];
  console.log(table(["milliseconds after a save", "median", "worst"], [...rows, cost]));
  const load = loadavg()[0]?.toFixed(1);
  console.log(`\n${measured.length} saves, ${availableParallelism()} processors, load ${load}.`);
}

function spread(values: readonly number[]): [median: string, worst: string] {
  const { median, max } = spreadOf(values);
  return [median.toFixed(0), max.toFixed(0)];
}
