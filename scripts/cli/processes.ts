import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/**
 * Runs a Node.js program to its end.
 *
 * @param signal kills it and the processes that it has started: compilers go on after SIGTERM, and the next save would wait
 * @returns its exit status (null if a signal ended it), its standard output and its standard error
 */
export async function runNode(args: readonly string[], signal?: AbortSignal) {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: signal !== undefined,
  });
  const stop = stopperOf(child);
  const end = () => void stop("SIGKILL");
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
 * Runs a command that prints to the standard error of this process, so that standard output stays readable for programs.
 *
 * @throws {UsageError} when it fails
 */
export async function runVisibly(command: readonly string[], cwd = process.cwd()): Promise<void> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd, stdio: ["ignore", process.stderr.fd, "inherit"] });
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0)
    throw new UsageError(`"${command.join(" ")}" failed in ${cwd}: see its output above.`);
}

/** A process that has not ended after this time is killed. */
const KILL_AFTER_MS = 10_000;

/** Returns a function that ends a process, and its whole group if it was started `detached`. */
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
    // Another process may have the id of an ended one.
    if (isClosed) return;
    signalChild(child, signal);
    const timer = setTimeout(() => {
      signalChild(child, "SIGKILL");
      // Processes that have left the group may hold these streams open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, KILL_AFTER_MS);
    await closed;
    clearTimeout(timer);
  };
}

/** Sends a signal to a process group, or to a process without a group. */
function signalChild(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    // Windows has no groups.
    if (child.pid === undefined || process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}
