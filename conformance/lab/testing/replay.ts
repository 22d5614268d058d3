import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { replay } from "../../../scripts/commands/replay.ts";
import { captured } from "../../testing/contract-command.ts";
import { committedSuite } from "../../testing/suites.ts";
import { UsageError } from "../../../scripts/usage-error.ts";

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

/** The same without a process of its own, which takes two seconds to load and derive what is here already. */
export async function replayHere(contract: string, args: readonly string[]): Promise<ReplayEnded> {
  const folder = `generated/${contract}`;
  try {
    const { status, stdout } = await captured(() =>
      replay([folder, ...args], () => committedSuite(contract)),
    );
    return { status, output: stdout, errors: "" };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { status: 2, output: "", errors: error.message };
  }
}
