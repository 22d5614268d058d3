import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { UsageError } from "./usage-error.ts";

/** What a program wrote, and how it ended; null: by a signal. */
export interface Ran {
  readonly status: number | null;
  readonly output: string;
  /** On standard error. */
  readonly errors: string;
}

/**
 * Runs a Node.js program to its end.
 *
 * @param signal ends it early, with what it has started
 */
export async function runNode(args: readonly string[], signal?: AbortSignal): Promise<Ran> {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: signal !== undefined,
  });
  const stop = stopperOf(child);
  const end = () => void stop("SIGTERM");
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  const ended = once(child, "close") as Promise<[number | null]>;
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  signal?.removeEventListener("abort", end);
  return { status, output, errors };
}

/**
 * Runs a command whose output is that of this process.
 *
 * @throws {UsageError} when it fails
 */
export async function runVisibly(command: readonly string[], cwd = process.cwd()): Promise<void> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0)
    throw new UsageError(`"${command.join(" ")}" failed in ${cwd}: see its output above.`);
}

/** A process that does not end has this long, in milliseconds; then it is killed. */
const PATIENCE_MS = 10_000;

/** What ends a process, and a whole group if the process was started as one (`detached`). */
export function stopperOf(child: ChildProcess): (signal: NodeJS.Signals) => Promise<void> {
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    const close = () => {
      isClosed = true;
      resolve();
    };
    child.once("close", close).once("error", close);
  });
  return async (signal) => {
    // The number of a process that has ended may be another's by now.
    if (isClosed) return;
    kill(child, signal);
    const timer = setTimeout(() => {
      kill(child, "SIGKILL");
      // What has left the group may hold them open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, PATIENCE_MS);
    await closed;
    clearTimeout(timer);
  };
}

/** Sends a signal to a group of processes, or to one process that is no group. */
function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    // Windows has no groups.
    if (child.pid === undefined || process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}
