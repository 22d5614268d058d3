/**
 * Compares the lines of each package that are not blank, of its code and of its tests, with a table, and fails above it.
 * `--write` writes the table anew: after lines went, or to raise a number and say in the commit what was joined or removed first.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { printLines } from "../cli/terminal/print.ts";

const table = join(import.meta.dirname, "budget.json");

type Lines = Record<string, { code: number; tests: number }>;

/** Files whose lines somebody has to read. */
const patterns = ["*.ts", "*.tsp", "*.js", "*.yaml", "*.sql", ":!generated"];

const counted: Lines = {};
for (const file of git("ls-files", "--cached", "--others", "--exclude-standard", ...patterns)) {
  if (!existsSync(file)) continue;
  const lines = readFileSync(file, "utf8").match(/^.*\S/gm)?.length ?? 0;
  const own = (counted[packageOf(file)] ??= { code: 0, tests: 0 });
  own[
    /\.test(-d)?\.ts$|(^|\/)(testing|tests|fixtures|integration)\//.test(file) ? "tests" : "code"
  ] += lines;
}

if (process.argv.includes("--write")) writeFileSync(table, `${JSON.stringify(counted, null, 2)}\n`);
const allowed = JSON.parse(readFileSync(table, "utf8")) as Partial<Lines>;
const over = Object.entries(counted).flatMap(([name, lines]) =>
  (["code", "tests"] as const).flatMap((part) => {
    const most = allowed[name]?.[part] ?? 0;
    return lines[part] > most ? [`${name}: ${lines[part]} lines of ${part}, ${most} allowed`] : [];
  }),
);
if (over.length > 0) {
  const advice =
    "Join or remove as many lines. Otherwise run: node scripts/repository/budget.ts --write";
  printLines([...over, advice]);
  process.exitCode = 1;
}

/** The nearest folder with a package.json. Whatever is in none is one package. */
function packageOf(file: string): string {
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder))
    if (existsSync(join(folder, "package.json"))) return folder;
  return file.includes("/") ? (file.split("/")[0] ?? "") : ".";
}

function git(...args: string[]): string[] {
  return execFileSync("git", args, { encoding: "utf8" }).trim().split("\n");
}
