import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { advice } from "../redos/linear.ts";
import { weakPatterns } from "../redos/patterns.ts";
import { weakExpressions, weakExpressionsBelow } from "../redos/source-code.ts";
import { compileSpec, warningsOf } from "../generate/compile.ts";
import { gapsOf } from "../generate/traceability/coverage.ts";
import { generateFrom, type GeneratedFiles } from "../generate/index.ts";
import { exponentialUnions, unionAdvice } from "../generate/validation/recursive-unions.ts";
import { readServices } from "../generate/service.ts";
import { compareFolder } from "../output/compare.ts";

export const help = `contract check [ENTRY] [--out DIR]

Fails when the specification breaks a lint rule, when one of its patterns or a regular expression of a generated validator
may take more than linear time, when one of its recursive unions takes exponential time, when a row of the documented
interface has no place or no sample, when a generated file is not what the specification gives, or when a source is not
formatted, breaks a lint rule, does not typecheck or, in contract, server or client, has a regular expression that may take more than
linear time.

  ENTRY             TypeSpec file                     (default: spec/main.tsp)
  --out DIR         folder of the generated files     (default: generated)
  --generated-only  compare the generated files, and nothing else
  --spec-only       check the specification and the generated files, and no other source
  --json            print the results as JSON

The rules are those that the specification's tspconfig.yaml extends. The rows are the YAML files of the folder interface
beside ENTRY, if there is one.
`;

/** What came of one thing that `check` runs, which has a name for people. */
interface CheckResult {
  readonly check: string;
  readonly isPassed: boolean;
  readonly detail: string;
}

/** Checks the specification and the generated files, then formats, lints and typechecks the sources. */
export async function check(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: "string", default: "generated" },
      "generated-only": { type: "boolean", default: false },
      "spec-only": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const results: CheckResult[] = [];
  const report: Reporter = (result) => {
    results.push(result);
    if (!values.json) console.log(`${outcomeOf(result)} ${result.check}${result.detail}`);
  };
  const entry = positionals[0] ?? join("spec", "main.tsp");
  const isWhole = !values["generated-only"] && !values["spec-only"];
  const stop = new AbortController();
  const lint = async () => {
    report(await run("lint rules are kept", tool("eslint"), ["."], stop.signal));
  };
  const others = async () => {
    await checkSpec(entry, values.out, values["generated-only"], report);
    if (isWhole) await checkSources(report);
  };
  try {
    // Each takes one processor. Linting takes as long as all the others.
    await Promise.all([others(), ...(isWhole ? [lint()] : [])]);
  } finally {
    stop.abort();
  }
  if (values.json) console.log(JSON.stringify(results.map(jsonResult), null, 2));
  return results.every(({ isPassed }) => isPassed) ? 0 : 1;
}

type Reporter = (result: CheckResult) => void;

function outcomeOf({ isPassed }: CheckResult): "passed" | "failed" {
  return isPassed ? "passed" : "failed";
}

/** `kept` is what version 0.1 called it; other programs may read that. */
function jsonResult(result: CheckResult) {
  const { check, isPassed, detail } = result;
  return { check, outcome: outcomeOf(result), kept: isPassed, detail };
}

async function checkSpec(
  entry: string,
  out: string,
  isGeneratedOnly: boolean,
  report: Reporter,
): Promise<void> {
  const spec = await compileSpec(entry);
  const services = await readServices(spec);
  const { files, coverage } = await generateFrom(spec, services);
  report(await generatedAreCurrent(files, out));
  if (isGeneratedOnly) return;
  report(listed("lint rules of the specification are kept", warningsOf(spec)));
  report(linear("patterns of the specification take linear time", weakPatterns(spec)));
  const unions = exponentialUnions(spec, services);
  report(
    listed(
      "recursive unions of the specification take no exponential time",
      unions.length > 0 ? [...unions, unionAdvice] : [],
    ),
  );
  report(
    linear("expressions of the generated validators take linear time", inValidators(files, out)),
  );
  if (coverage)
    report(
      listed("every row of the documented interface has a place and a sample", gapsOf(coverage)),
    );
}

async function checkSources(report: Reporter): Promise<void> {
  report(
    linear(
      "expressions of the kernel, servers and clients take linear time",
      await weakExpressionsBelow(["contract", "server", "client"]),
    ),
  );
  report(await run("TypeSpec is formatted", tool("tsp"), ["format", "--check", "spec/**/*.tsp"]));
  report(
    await run("sources are formatted", tool("prettier"), ["--check", "--log-level", "warn", "."]),
  );
  report(await run("sources typecheck", compiler(), ["--noEmit"]));
}

/** TypeScript 7 takes a third of the time; a project whose tools need the API of 5.9 has it beside, by this name. */
function compiler(): string {
  const beside = join("node_modules", "typescript-7", "bin", "tsc");
  return existsSync(beside) ? beside : tool("tsc");
}

/** A command of the project's own packages. */
function tool(name: string): string {
  return join("node_modules", ".bin", name);
}

async function generatedAreCurrent(files: GeneratedFiles, out: string): Promise<CheckResult> {
  const differences = await compareFolder(out, files);
  const lines = differences.map(({ file, kind }) => `\n  ${kind.padEnd(8)} ${join(out, file)}`);
  const advice = lines.length > 0 ? "\n  Run: npx contract generate" : "";
  const isForeign = differences.some(({ kind }) => kind === "foreign");
  const keep = isForeign
    ? ` --keep PATH (for each foreign file of yours, from ${out}; or remove it)`
    : "";
  return {
    check: "generated files are current",
    isPassed: lines.length === 0,
    detail: lines.join("") + advice + keep,
  };
}

/** A check that passes when there is nothing to list. */
function listed(check: string, lines: readonly string[]): CheckResult {
  return {
    check,
    isPassed: lines.length === 0,
    detail: lines.map((line) => `\n  ${line}`).join(""),
  };
}

/** A check that passes when no expression is listed. */
function linear(check: string, lines: readonly string[]): CheckResult {
  return listed(check, lines.length > 0 ? [...lines, advice] : []);
}

function inValidators(files: GeneratedFiles, out: string): string[] {
  return [...files].flatMap(([name, text]) =>
    name.endsWith("validators.js") ? weakExpressions(text, join(out, name)) : [],
  );
}

/** Runs a tool of the project and shows what it says only when it fails. */
function run(
  name: string,
  command: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<CheckResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ["ignore", "pipe", "pipe"],
      signal,
    });
    const output: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (status) => {
      const text = Buffer.concat(output).toString("utf8").trim();
      resolve({
        check: name,
        isPassed: status === 0,
        detail: status === 0 ? "" : `\n${text.replace(/^/gm, "  ")}`,
      });
    });
  });
}
