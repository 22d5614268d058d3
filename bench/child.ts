import { fork, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/** A process of this benchmark that answers one question at a time. */
export class Child implements AsyncDisposable {
  readonly #process: ChildProcess;

  /** @param file beside this one */
  constructor(file: string, ...args: string[]) {
    this.#process = fork(resolve(import.meta.dirname, file), args, {
      // The same flags for everyone, whatever this process was started with.
      execArgv: [],
    });
  }

  /** The next message of the process. */
  next<Message>(): Promise<Message> {
    const child = this.#process;
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null) => {
        reject(new Error(`${child.spawnargs.slice(1).join(" ")} ended with ${String(code)}.`));
      };
      child.once("exit", onExit);
      child.once("message", (message) => {
        child.off("exit", onExit);
        resolve(message as Message);
      });
    });
  }

  ask<Message>(question: object): Promise<Message> {
    const answer = this.next<Message>();
    this.#process.send(question);
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#process;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
}

/** What a process has used since it began. */
export interface Usage {
  readonly cpuMs: number;
  readonly peakBytes: number;
}

export function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, peakBytes: peakBytes() };
}

function peakBytes(): number {
  const { maxRSS } = process.resourceUsage();
  if (!existsSync("/proc/self/status")) return maxRSS * 1_024;
  // On Linux, maxRSS begins with the memory of the process that this one was forked from.
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? maxRSS) * 1_024;
}
