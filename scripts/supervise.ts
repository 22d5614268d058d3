import { type ChildProcess, spawn } from "node:child_process";
import { watchFolders } from "./watch.ts";

/**
 * Runs a command with this terminal until it is interrupted or, if it is not to
 * be started again, until it ends; then this process ends with its exit status.
 *
 * @param restartOn folders whose changes end the command and start it again
 */
export function supervise(
  [command = "", ...args]: readonly string[],
  restartOn: readonly string[],
): Promise<never> {
  let child: ChildProcess | undefined;
  let stopping = false;
  return new Promise((_resolve, reject) => {
    const start = () => {
      const started = spawn(command, args, { stdio: "inherit" });
      started.once("error", reject);
      started.once("close", (status) => {
        child = undefined;
        // One that failed is started again by the next change; otherwise the watch beside it would keep the process alive.
        if (stopping || restartOn.length === 0) process.exit(status ?? 0);
      });
      child = started;
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        stopping = true;
        if (child === undefined) process.exit(0);
        child.kill(signal);
      });
    }
    const restart = async () => {
      await ended(child);
      if (!stopping) start();
    };
    watchFolders(restartOn, restart);
    start();
  });
}

function ended(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("close", () => {
      resolve();
    });
    child.kill();
  });
}
