import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Settings } from "../process/settings.ts";
import { follow, run, type RunningProcess } from "../../skeleton/testing/running-process.ts";

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
export const runCommand = (name: string, given: readonly string[], env: Environment) =>
  run(process.execPath, [script(name), ...given], { env });

function script(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
