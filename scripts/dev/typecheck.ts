import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { compilerOfProject } from "../check/project.ts";
import { runNode } from "../processes.ts";

/** What came of a check; without a compiler there is none. */
export interface Typechecked {
  readonly hasCompiler: boolean;
  readonly faults: readonly TypeFault[];
}

/** A place that does not compile. */
export interface TypeFault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What the compiler knows of its last run: only what a change affects is checked again. */
const buildInfo = join("node_modules", ".cache", "contract", "dev.tsbuildinfo");

/**
 * Typechecks the project with its own compiler.
 *
 * @param signal ends it early
 * @returns undefined where the signal came first
 */
export async function typecheck(signal: AbortSignal): Promise<Typechecked | undefined> {
  const compiler = compilerOfProject();
  if (compiler === undefined) return { hasCompiler: false, faults: [] };
  mkdirSync(dirname(buildInfo), { recursive: true });
  const args = ["--noEmit", "--pretty", "false", "--incremental", "--tsBuildInfoFile", buildInfo];
  const { status, output } = await runNode([compiler, ...args], signal);
  if (signal.aborted) return undefined;
  const faults = readFaults(output);
  if (status === 0 || faults.length > 0) return { hasCompiler: true, faults };
  // Its settings are wrong, or it could not run.
  const place = { file: "tsconfig.json", line: 1, column: 1 };
  return { hasCompiler: true, faults: [{ ...place, message: output.trim() }] };
}

/** Reads what `tsc --pretty false` prints; the lines below a message explain it. */
function readFaults(output: string): TypeFault[] {
  const faults: TypeFault[] = [];
  for (const text of output.split("\n")) {
    const [, file, line, column, message] =
      /^(.+?)\((\d+),(\d+)\): error (TS\d+: .*)$/.exec(text.trimEnd()) ?? [];
    const last = faults.at(-1);
    if (file !== undefined && message !== undefined)
      faults.push({ file, line: Number(line), column: Number(column), message });
    else if (last && /^\s+\S/.test(text))
      faults.splice(-1, 1, { ...last, message: `${last.message}\n${text.trimEnd()}` });
  }
  return faults;
}
