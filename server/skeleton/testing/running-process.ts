import type { ChildProcess } from "node:child_process";

/** A process of a test. */
export interface RunningProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** All that it has written so far, to those of its standard output and error that are pipes. */
  written(): string;
  /**
   * The first part of what it writes that looks like this.
   *
   * @throws Error with all that it has written when it ends before
   */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends the signal unless it has ended, waits for the end, and tells the exit code; null: the signal ended it. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
  /** The end of it and of its output. */
  readonly closed: Promise<number | null>;
}

/** Reads what a process writes; it is killed at the end of its scope. */
export function follow(child: ChildProcess): RunningProcess {
  let text = "";
  let isOver = false;
  const waiting = new Set<() => void>();
  const look = () => {
    for (const each of waiting) each();
  };
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      look();
    });
  const closed = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      isOver = true;
      look();
      resolve(code);
    });
  });
  const end = (signal: "SIGTERM" | "SIGKILL") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return closed;
  };
  return {
    child,
    written: () => text,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const search = () => {
          // What follows the last line break has not been written to its end.
          const found = pattern.exec(isOver ? text : text.slice(0, text.lastIndexOf("\n") + 1));
          if (found) resolve(found);
          else if (isOver) reject(new Error(`The process wrote no ${String(pattern)}:\n${text}`));
          else return;
          waiting.delete(search);
        };
        waiting.add(search);
        search();
      }),
    end,
    closed,
    async [Symbol.asyncDispose]() {
      await end("SIGKILL");
    },
  };
}
