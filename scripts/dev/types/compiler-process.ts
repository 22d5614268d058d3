import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { TypeFault } from "./type-fault.ts";

/**
 * Typechecks a project by a process of its compiler.
 *
 * @param compiler file of the command
 * @param buildInfo where it keeps what it knows of the sources: only what a change affects is checked again
 * @param signal ends it early
 * @returns undefined where the signal came first
 */
export async function typecheckByProcess(
  compiler: string,
  buildInfo: string,
  signal: AbortSignal,
  folder = process.cwd(),
): Promise<TypeFault[] | undefined> {
  mkdirSync(dirname(buildInfo), { recursive: true });
  const args = ["--noEmit", "--pretty", "false", "--incremental", "--tsBuildInfoFile", buildInfo];
  const { status, output } = await run([compiler, ...args], folder, signal);
  if (signal.aborted) return undefined;
  const faults = readFaults(output);
  if (status === 0 || faults.length > 0) return faults;
  // Its settings are wrong, or it could not run.
  return [{ file: "tsconfig.json", line: 1, column: 1, message: output.trim() }];
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

interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** The compiler starts a program of its own, which has to end with it: both are a group of processes. */
function run(args: readonly string[], cwd: string, signal: AbortSignal): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
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
