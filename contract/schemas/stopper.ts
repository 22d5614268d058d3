import type { ChildProcess } from "node:child_process";

/**
 * Returns a function that ends a process, and its whole group if it was started `detached`. Without a signal, it waits for the
 * end first. A process that is still there after `killAfterMs` is killed.
 */
export function stopperOf(child: ChildProcess, killAfterMs = 10_000) {
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    const close = () => {
      isClosed = true;
      resolve();
    };
    child.once("close", close).once("error", close);
  });
  return async (signal?: NodeJS.Signals) => {
    // Another process may have the id of an ended one.
    if (isClosed) return;
    if (signal !== undefined) signalChild(child, signal);
    const timer = setTimeout(() => {
      signalChild(child, "SIGKILL");
      // Processes that have left the group may hold these streams open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, killAfterMs);
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
