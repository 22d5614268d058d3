import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { stopperOf } from "@contract-toolkit/schemas/stopper";
import { printToStderr } from "../terminal/print.ts";

/** The command that runs while files are watched. */
export type Command = ReturnType<typeof createCommand>;

interface CommandOptions {
  /** Whether its output goes to standard error, because a program reads standard output. */
  readonly isQuiet: boolean;
  /** Variables that are added to the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called when it ends by itself. */
  readonly onEnd: (status: number) => void;
}

/** Makes a command without starting it. */
export function createCommand(
  [program = "", ...args]: readonly string[],
  { isQuiet, environment, onEnd }: CommandOptions,
) {
  let child: ChildProcess | undefined;
  let stopChild: ReturnType<typeof stopperOf> | undefined;
  let isStopped = false;
  let isRestart = false;
  const end = async (signal: NodeJS.Signals) => {
    child = undefined;
    await stopChild?.(signal);
  };
  const start = () => {
    const started = spawn(program, args, {
      // A restarted command can leave out what it printed before.
      env: { ...process.env, ...environment, ...(isRestart && { CONTRACT_DEV_RESTART: "1" }) },
      stdio: ["inherit", isQuiet ? 2 : "inherit", "inherit"],
    });
    child = started;
    isRestart = true;
    stopChild = stopperOf(started);
    started.once("error", (error) => {
      printToStderr([error.message]);
    });
    started.once("close", (status, signal) => {
      if (child !== started) return;
      onEnd(status ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  };
  return {
    /** Starts it. If it is running, it is ended first. */
    restart: async () => {
      await end("SIGTERM");
      if (!isStopped) start();
    },
    /** Ends it, and does not restart it. */
    stop: async (signal: NodeJS.Signals) => {
      isStopped = true;
      await end(signal);
    },
  };
}
