import { spawn, type ChildProcess } from "node:child_process";

/** What a program wrote, and how it ended; null: by a signal. */
export interface Ran {
  readonly status: number | null;
  /** Standard output and standard error. */
  readonly output: string;
}

/**
 * Runs a Node.js program to its end.
 *
 * @param signal ends it early, with what it has started
 */
export function runNode(args: readonly string[], signal?: AbortSignal): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "pipe", "pipe"],
      detached: signal !== undefined,
    });
    const end = () => {
      kill(child, "SIGTERM");
    };
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (status) => {
      signal?.removeEventListener("abort", end);
      resolve({ status, output: Buffer.concat(output).toString("utf8") });
    });
  });
}

/** A process that does not end has this long, in milliseconds; then it is killed. */
const PATIENCE_MS = 10_000;

/** What ends a process, and a whole group if the process was started as one (`detached`). */
export function stopperOf(child: ChildProcess): (signal: NodeJS.Signals) => Promise<void> {
  const closed = new Promise((resolve) => {
    child.once("close", resolve).once("error", resolve);
  });
  return async (signal) => {
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
export function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    // Windows has no groups.
    if (child.pid === undefined || process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}
