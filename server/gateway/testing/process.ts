import { execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Settings } from "../settings.ts";
import { follow, type RunningProcess } from "../../skeleton/testing/running-process.ts";

/** The result of a command. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables with which a command uses the data of a sandbox. */
export function sandboxOf({
  dataDirectory,
  databaseUrl = "",
}: Pick<Settings, "dataDirectory" | "databaseUrl">): Environment {
  return { ...process.env, MODE: "sandbox", DATA_DIR: dataDirectory, DATABASE_URL: databaseUrl };
}

/** Starts a program of the gateway. It is killed when the test has finished. */
export function startCommand(
  name: string,
  given: readonly string[],
  env: Environment,
): RunningProcess {
  const running = follow(spawn(process.execPath, [script(name), ...given], { env }));
  onTestFinished(() => void running.end("SIGKILL"));
  return running;
}

/** Runs a program of the gateway to its end. */
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
