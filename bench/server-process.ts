import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { startMeasured } from "../server/skeleton/testing/measured-process.ts";
import type { ContenderName } from "./contenders/index.ts";

/** A contender in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  readonly port: number;
  /** Of the process since its start, in microseconds. */
  readonly processorTime: () => Promise<number>;
  readonly memoryBytes: () => Promise<number>;
}

/**
 * Starts a contender with a generated contract; ready when it listens.
 *
 * @param busyUs microseconds of work for each request that nobody has asked for
 * @throws {Error} with what it has written, when it ends before.
 */
export async function startServer(
  contender: ContenderName,
  folder: string,
  busyUs = 0,
): Promise<ServerProcess> {
  const script = resolve(import.meta.dirname, "contenders/process.ts");
  const { child, processorTime } = startMeasured(
    script,
    [contender, folder, String(busyUs)],
    process.env,
  );
  const errors: Buffer[] = [];
  child.stderr?.on("data", (chunk: Buffer) => errors.push(chunk));
  if (!child.stdout) throw new Error("The process has no output.");
  const lines = createInterface(child.stdout);
  const listening = new Promise<number>((resolve, reject) => {
    lines.once("line", (line) => {
      resolve(Number(line));
    });
    child.once("close", () => {
      reject(new Error(`${contender} did not start.\n${Buffer.concat(errors).toString()}`));
    });
  });
  return {
    port: await listening,
    processorTime,
    async memoryBytes() {
      const told = once(child, "message");
      child.send("memory");
      const [bytes] = (await told) as [number];
      return bytes;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
