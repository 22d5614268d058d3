import { execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Settings } from "../settings.ts";
import { follow, type RunningProcess } from "../../skeleton/testing/running-process.ts";

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What tells a command where the sandbox of these settings keeps its data. */
export function sandboxOf({ dataDirectory, databaseUrl = "" }: Settings): Environment {
  return { ...process.env, MODE: "sandbox", DATA_DIR: dataDirectory, DATABASE_URL: databaseUrl };
}

/** Starts a command of this folder; it is killed when the test has finished. */
export function startCommand(
  name: string,
  given: readonly string[],
  env: Environment,
): RunningProcess {
  const running = follow(spawn(process.execPath, [script(name), ...given], { env }));
  onTestFinished(() => void running.end("SIGKILL"));
  return running;
}

/** Runs a command to its end, whatever its exit code. */
export function runCommand(
  name: string,
  given: readonly string[],
  env: Environment,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [script(name), ...given],
      { env },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, stdout, stderr });
      },
    );
  });
}

function script(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
