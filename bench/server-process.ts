import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { startMeasured } from "../server/skeleton/testing/measured-process.ts";
import type { ContenderName } from "./contenders/index.ts";

/** A contender in a process of its own. */
export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts a contender with a generated contract; ready when it listens. With `busyUs`, it has so many microseconds of work more for
 * each request.
 */
export async function startServer(contender: ContenderName, folder: string, busyUs = 0) {
  const script = resolve(import.meta.dirname, "contenders/process.ts");
  const given = [contender, folder, String(busyUs)];
  const running = startMeasured(script, given, process.env);
  return { ...running, port: Number(await running.printed(/^\d+$/m)) };
}

/** How much memory the process of a contender has. */
export async function memoryOf(child: ChildProcess): Promise<number> {
  const told = once(child, "message");
  child.send("memory");
  const [bytes] = (await told) as [number];
  return bytes;
}
