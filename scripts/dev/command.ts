import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { stopperOf } from "../processes.ts";
import { tell } from "../terminal/print.ts";

/** A command that is run beside the watch. */
export type Command = ReturnType<typeof createCommand>;

interface CommandOptions {
  /** Its output goes to our standard error, because our own standard output is for a program. */
  readonly isQuiet: boolean;
  /** Added to the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Told when it ends by itself. */
  readonly onEnd: (status: number) => void;
}

/** A command that has not been started yet. */
export function createCommand(
  [program = "", ...args]: readonly string[],
  { isQuiet, environment, onEnd }: CommandOptions,
) {
  let child: ChildProcess | undefined;
  let stopChild: ReturnType<typeof stopperOf> | undefined;
  let isStopped = false;
  const end = async (signal: NodeJS.Signals) => {
    child = undefined;
    await stopChild?.(signal);
  };
  const start = () => {
    const started = spawn(program, args, {
      env: { ...process.env, ...environment },
      stdio: ["inherit", isQuiet ? 2 : "inherit", "inherit"],
    });
    child = started;
    stopChild = stopperOf(started);
    started.once("error", (error) => {
      tell([error.message]);
    });
    started.once("close", (status, signal) => {
      if (child !== started) return;
      onEnd(status ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  };
  return {
    /** Starts it, and ends it first where it runs. */
    restart: async () => {
      await end("SIGTERM");
      if (!isStopped) start();
    },
    /** Ends it for good. */
    stop: async (signal: NodeJS.Signals) => {
      isStopped = true;
      await end(signal);
    },
  };
}
