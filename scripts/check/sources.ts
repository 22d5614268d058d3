import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { advice } from "../redos/linear.ts";
import { weakExpressionsBelow } from "../redos/source-code.ts";
import { commandOf, compilerOfProject, ownCommand } from "./project.ts";
import { unformattedBelow } from "./unformatted.ts";
import { advised, listed, type CheckResult, type Reporter } from "./result.ts";

/** Where sources stand that messages of others reach. */
const folders = ["contract", "server", "client", "src"];

/** Checks the project's sources with the project's own linter and compiler, where it has them. */
export async function checkSources(report: Reporter): Promise<void> {
  const oxlint = commandOf("oxlint", ["oxlint"]);
  const args = oxlint === undefined ? ["."] : ["--format=unix", "."];
  const linter = oxlint ?? commandOf("eslint", ["eslint"]);
  // Processes of their own, which begin before expressions are judged in this one.
  const others = [
    runOwn("sources typecheck", "typescript with a tsconfig.json", compilerOfProject(), [
      "--noEmit",
    ]),
    runOwn("lint rules pass", "oxlint or eslint", linter, args),
  ];
  report(
    advised(
      `expressions in ${folders.filter((each) => existsSync(each)).join(", ") || "sources"} take linear time`,
      await weakExpressionsBelow(folders),
      advice,
    ),
  );
  for (const each of others) report(await each);
}

/** Checks that specification and sources are formatted, these with the project's own formatter, where it has one. */
export async function checkForm(entry: string, report: Reporter): Promise<void> {
  const folder = relative("", dirname(entry));
  const specification = join(folder, "**/*.tsp");
  const formatted = await run("TypeSpec is formatted", ownCommand("tsp", "@typespec/compiler"), [
    ...["format", "--check", specification, "--exclude", "**/node_modules/**"],
  ]);
  const unformatted =
    formatted.outcome === "failed" ? [...(await unformattedBelow(folder)), ...formatted.lines] : [];
  report(advised(formatted.check, unformatted, `Run: npx tsp format "${specification}"`));
  const oxfmt = commandOf("oxfmt", ["oxfmt"]);
  const args =
    oxfmt === undefined ? ["--check", "--log-level", "warn", "."] : ["--list-different", "."];
  const formatter = oxfmt ?? commandOf("prettier", ["prettier"]);
  const form = await runOwn("sources are formatted", "oxfmt or prettier", formatter, args);
  const mend = oxfmt === undefined ? "Run: npx prettier --write ." : "Run: npx oxfmt";
  report(form.outcome === "failed" ? advised(form.check, form.lines, mend) : form);
}

async function runOwn(
  check: string,
  tool: string,
  command: string | undefined,
  args: readonly string[],
): Promise<CheckResult> {
  if (command !== undefined) return run(check, command, args);
  return { check, outcome: "skipped", lines: [`This project does not depend on ${tool}.`] };
}

/** Runs a Node.js program and shows what it says only when it fails. */
function run(check: string, program: string, args: readonly string[]): Promise<CheckResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (status) => {
      // Colours, where the environment forces them, and the tabs of an excerpt are for terminals.
      const text = stripVTControlCharacters(Buffer.concat(output).toString("utf8"))
        .trim()
        .replaceAll("\t", "  ");
      resolve(listed(check, status === 0 ? [] : text.split("\n")));
    });
  });
}
