import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { follow, type RunningProcess } from "./running-process.ts";

/** A server's process that reports its processor time. */
export interface MeasuredProcess extends RunningProcess {
  /** Microseconds since its start. */
  readonly processorTime: () => Promise<number>;
}

const reporter = pathToFileURL(resolve(import.meta.dirname, "report-processor-time.ts")).href;

/** Starts a script of Node.js that reports its processor time. Its standard output and error are pipes. */
export function startMeasured(
  script: string,
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): MeasuredProcess {
  const child = spawn(process.execPath, ["--import", reporter, script, ...given], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  return {
    ...follow(child),
    async processorTime() {
      const reported = once(child, "message");
      child.send("processor time");
      const response: unknown[] = await reported;
      return Number(response[0]);
    },
  };
}
