import { spawn } from "node:child_process";
import { watch } from "node:fs";

/** Editors write a file in several steps; what follows within this time is one change. */
const settleMs = 100;

/** Calls `changed` after each change below `folder`, one call at a time, as long as the process lives. */
export function watchFolder(folder: string, changed: () => Promise<void>): Promise<never> {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(changed);
    }, settleMs);
  });
  return new Promise(() => undefined);
}

/** Runs a command with this terminal until it ends or is interrupted; returns its exit status. */
export function runBeside([command = "", ...args]: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit" });
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => child.kill(signal));
    }
    child.once("error", reject);
    child.once("close", (status) => {
      resolve(status ?? 0);
      // The watch beside it would keep the process alive.
      process.exit(status ?? 0);
    });
  });
}
