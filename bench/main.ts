import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtempDisposable, readdir, readFile, writeFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { prepare } from "./prepare.ts";
import { costsAgainst } from "./against.ts";
import { chartOf } from "./chart.ts";
import { markdown, overTime, type Report } from "./figures.ts";
import type { Question } from "./question.ts";
import { questions } from "./questions/index.ts";

const help = `npm run bench -- [--quick] [--out FILE] [--chart FILE] [--against COMMIT | --history] [QUESTION ...]

Compares the toolkit with other libraries and prints a table in Markdown. Without a QUESTION, it answers all of them.

${Object.entries(questions)
  .map(([name, { about }]) => `  ${name.padEnd(12)}${about}`)
  .join("\n")}

  --quick           takes one sample of each figure, to check that everything runs; the figures mean nothing
  --out FILE        also writes the figures as JSON
  --chart FILE      draws the figures of the question servers as SVG
  --against COMMIT  measures the work tree beside a commit instead, in turn, and exits with 1 if a figure is worse by more
                    than its interval
  --history         prints the runs in bench/results beside each other instead
`;

const full = { plan: { pairs: 80, warmUps: 40 }, responses: 300, longRounds: 15 };
const quick = { plan: { pairs: 1, warmUps: 0 }, responses: 32, longRounds: 1 };

const packages = [
  ...["express", "fastify", "express-openapi-validator", "hono", "zod", "ajv"],
  ...["h3", "elysia", "@orpc/openapi", "openapi-fetch", "@hey-api/openapi-ts"],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string" },
    chart: { type: "string" },
    against: { type: "string" },
    history: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const chosen = Object.entries(questions).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
if (values.help || positionals.some((name) => !(name in questions))) {
  console.log(help);
  process.exitCode = values.help ? 0 : 2;
} else await main();

async function main(): Promise<void> {
  if (values.against !== undefined) {
    await compare(values.against);
    return;
  }
  if (values.history) {
    console.log(overTime(await keptReports()));
    return;
  }
  await using root = await mkdtempDisposable(join(tmpdir(), "bench-"));
  const described = circumstances();
  const sizesOf = ({ sizes }: Question) => (values.quick ? sizes.slice(0, 1) : sizes);
  const sizes = new Set(chosen.flatMap(([, question]) => sizesOf(question)));
  console.error(`Preparing contracts of ${[...sizes].join(", ")} operations ...`);
  const prepared = await prepare(root.path, [...sizes]);
  const figures = [];
  for (const [name, question] of chosen) {
    console.error(`${name}: ${question.about} ...`);
    const folders = new Map([...prepared].filter(([size]) => sizesOf(question).includes(size)));
    figures.push(...(await question.measure({ ...(values.quick ? quick : full), folders })));
  }
  const report: Report = { ...described, figures };
  console.log(markdown(report));
  if (values.out !== undefined) await writeFile(values.out, JSON.stringify(report, null, 2));
  if (values.chart !== undefined) await writeFile(values.chart, chartOf(report));
}

async function compare(commit: string): Promise<void> {
  const { responses, longRounds: rounds } = values.quick ? quick : full;
  const figures = await costsAgainst(commit, { responses, rounds });
  console.log(markdown({ ...circumstances(), figures }));
  const worse = figures.filter(({ low }) => low > 1);
  if (worse.length === 0) return;
  console.error(`Worse than ${commit}:\n${worse.map(({ name }) => name).join("\n")}`);
  process.exitCode = 1;
}

/** The oldest first: a file is named after its day. */
async function keptReports(): Promise<Report[]> {
  const folder = join(import.meta.dirname, "results");
  const texts = (await readdir(folder)).sort().map((name) => readFile(join(folder, name), "utf8"));
  return (await Promise.all(texts)).map((text) => JSON.parse(text) as Report);
}

function circumstances(): Omit<Report, "figures"> {
  const versions = packages.map((name) => {
    const file = findPackageJSON(name, import.meta.url) ?? "";
    const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
    return [name, version];
  });
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim(),
    machine: `${availableParallelism()} cores of ${cpus()[0]?.model ?? "an unknown processor"}`,
    versions: { node: process.versions.node, ...(Object.fromEntries(versions) as object) },
  };
}
