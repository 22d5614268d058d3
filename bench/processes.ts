import { execFile, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { startMeasured } from "../server/skeleton/testing/measured-process.ts";
import type { ContenderName } from "./contenders/index.ts";
import { Load } from "./load.ts";
import { DOCUMENTED_OPERATIONS, pathOf } from "./large-specification.ts";
import { requestBytes, requestHeaders, type Workload } from "./workloads.ts";

/** A contender in its own process, with a load that is connected to it. */
export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts a contender with a generated contract.
 *
 * @param busyUs microseconds of additional work for each request
 */
export async function startServer(contender: ContenderName, folder: string, busyUs = 0) {
  const script = resolve(import.meta.dirname, "contenders/process.ts");
  const running = startMeasured(script, [contender, folder, String(busyUs)], process.env);
  const port = Number(await running.printed(/^\d+$/m));
  const load = await Load.to(port);
  return {
    port,
    /** Microseconds of the server's processor for one response. */
    costOf(
      { method, operation, query, body }: Workload,
      responses: number,
      path = pathOf(operation, DOCUMENTED_OPERATIONS),
    ): Promise<number> {
      const request = Buffer.from(requestBytes(method, path + query, requestHeaders, body));
      return load.costOf(request, responses, running.processorTime);
    },
    async [Symbol.asyncDispose]() {
      load[Symbol.dispose]();
      await running[Symbol.asyncDispose]();
    },
  };
}

/** Memory of a contender's process in bytes. */
export async function memoryOf(child: ChildProcess): Promise<number> {
  const response = once(child, "message");
  child.send("memory");
  const [bytes] = (await response) as [number];
  return bytes;
}

/** Seconds that a script of Node.js takes. */
export async function secondsOf(command: readonly string[], cwd?: string): Promise<number> {
  const startedAt = performance.now();
  await promisify(execFile)(process.execPath, command, cwd === undefined ? {} : { cwd });
  return (performance.now() - startedAt) / 1_000;
}
