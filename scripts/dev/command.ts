import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { tell } from "../terminal/print.ts";

/** A command that is run beside the watch. */
export interface Command {
  /** Starts it, and ends it first where it runs. */
  readonly restart: () => Promise<void>;
  /** Ends it for good. */
  readonly stop: (signal: NodeJS.Signals) => Promise<void>;
}

export interface CommandOptions {
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
): Command {
  let child: ChildProcess | undefined;
  let isStopped = false;
  const end = async (signal: NodeJS.Signals) => {
    const running = child;
    child = undefined;
    if (running && !hasEnded(running)) await ended(running, signal);
  };
  const start = () => {
    const started = spawn(program, args, {
      env: { ...process.env, ...environment },
      stdio: ["inherit", isQuiet ? 2 : "inherit", "inherit"],
    });
    child = started;
    started.once("error", (error) => {
      tell([error.message]);
    });
    started.once("close", (status, signal) => {
      if (child !== started) return;
      onEnd(status ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  };
  return {
    restart: async () => {
      await end("SIGTERM");
      if (!isStopped) start();
    },
    stop: async (signal) => {
      isStopped = true;
      await end(signal);
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** A command that waits for something when it is asked to end has this long; then it is ended. */
const patienceMs = 10_000;

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    child.once("close", finish);
    child.once("error", finish);
    child.kill(signal);
  });
}
