import { spawn } from "node:child_process";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");

/** How a run of `contract replay` ended. */
export interface ReplayEnded {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs `contract replay` on a generated contract, by its name. */
export function runReplay(
  contract: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ReplayEnded> {
  const command = [join(root, "scripts/contract.ts"), "replay", `generated/${contract}`];
  const child = spawn(process.execPath, [...command, ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
  return new Promise((resolve_, reject) => {
    child.once("error", reject);
    child.once("close", (status) => {
      resolve_({ status, output, errors });
    });
  });
}
