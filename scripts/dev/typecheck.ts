import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { compilerOfProject } from "../check/project.ts";

/** A place that does not compile. */
export interface TypeFault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What the compiler knows of the sources of the last run; only what a change affects is checked again. */
const knowledge = join("node_modules", ".cache", "contract", "dev.tsbuildinfo");

/** What came of a check; without a compiler there is none. */
export interface Typechecked {
  readonly hasCompiler: boolean;
  readonly faults: readonly TypeFault[];
}

/** Typechecks the project as often as something changes that its types depend on. */
export interface Typechecker {
  /** Sources changed: what was found before is nothing worth. */
  readonly forget: () => void;
  /**
   * Typechecks the project with its own compiler, unless that has been done.
   *
   * @param shape of what is generated: as long as it is the same, the result is, too
   * @returns undefined where the signal came first
   */
  readonly check: (shape: string, signal: AbortSignal) => Promise<Typechecked | undefined>;
}

/** A typechecker that has not checked anything yet. */
export function createTypechecker(): Typechecker {
  let known: { readonly shape: string; readonly result: Typechecked } | undefined;
  return {
    forget: () => {
      known = undefined;
    },
    check: async (shape, signal) => {
      if (known?.shape === shape) return known.result;
      known = undefined;
      const result = await typecheck(signal);
      known = result && { shape, result };
      return result;
    },
  };
}

async function typecheck(signal: AbortSignal): Promise<Typechecked | undefined> {
  const compiler = compilerOfProject();
  if (compiler === undefined) return { hasCompiler: false, faults: [] };
  mkdirSync(join(knowledge, ".."), { recursive: true });
  const args = ["--noEmit", "--pretty", "false", "--incremental", "--tsBuildInfoFile", knowledge];
  const { status, output } = await run([compiler, ...args], signal);
  if (signal.aborted) return undefined;
  const faults = readFaults(output);
  if (status === 0 || faults.length > 0) return { hasCompiler: true, faults };
  // Its settings are wrong, or it could not run.
  const fault = { file: "tsconfig.json", line: 1, column: 1, message: output.trim() };
  return { hasCompiler: true, faults: [fault] };
}

/** Reads what `tsc --pretty false` prints; the lines below a message explain it. */
export function readFaults(output: string): TypeFault[] {
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

interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** The compiler starts a program of its own, which has to end with it: both are a group of processes. */
function run(args: readonly string[], signal: AbortSignal): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    const end = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
    };
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    const output: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (status) => {
      signal.removeEventListener("abort", end);
      resolve({ status, output: Buffer.concat(output).toString("utf8") });
    });
  });
}
