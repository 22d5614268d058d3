import { execFile, type ChildProcess, type ExecFileOptions } from "node:child_process";

/** A process of a test. */
export interface RunningProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Everything that it has written to standard output and error, if they are pipes. */
  written(): string;
  /**
   * Waits for output that matches a pattern.
   *
   * @throws Error with the whole output if the process ends before
   */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a signal and waits for the end. Resolves with the exit code, or null if the signal ended it. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
  /** Resolves when it and its output have ended. */
  readonly closed: Promise<number | null>;
}

/** Reads the output of a process, which is killed at the end of its scope. */
export function follow(child: ChildProcess): RunningProcess {
  let text = "";
  let isOver = false;
  const waiting = new Set<() => void>();
  const look = () => {
    for (const waiter of waiting) waiter();
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
          // The last line may be incomplete.
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

/** Runs a command to its end, whatever that is. A command that a signal ended has no exit code. */
export function run(command: string, given: readonly string[], options: ExecFileOptions = {}) {
  const { promise, resolve } = Promise.withResolvers<Readonly<Ended>>();
  const child = execFile(
    command,
    given,
    { maxBuffer: 100_000_000, ...options, encoding: "utf8" },
    (_, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    },
  );
  return promise;
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}
