import { spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freeAddress } from "@contract-toolkit/mock/open-server";
import { stopperOf } from "@contract-toolkit/schemas/stopper";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/** A server that is stopped at the end of its scope. */
export interface RunningServer extends AsyncDisposable {
  readonly url: URL;
  /** Its last output, which may explain a 500. */
  readonly lastOutput: () => LastOutput;
}

/** The end of the output of a server, by stream. */
export type LastOutput = Readonly<Record<"standard error" | "standard output", string>>;

/**
 * Starts a command in a shell. It gets the address to listen on (`HOST`, `PORT`) and an empty folder (`DATA_DIR`).
 *
 * @throws {UsageError} when it ends, or does not answer within 60 seconds
 */
export async function startCommand(command: string): Promise<RunningServer> {
  const url = await freeAddress("127.0.0.1", 0);
  const folder = await mkdtemp(join(tmpdir(), "replay-"));
  // The provider runs in this process and may need the same folder.
  const restore = setEnvironment({ PORT: url.port, HOST: url.hostname, DATA_DIR: folder });
  const child = spawn(command, {
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    // The shell and the server are one process group, which is stopped as a whole. Windows has no groups.
    detached: process.platform !== "win32",
  });
  let output = "";
  let [standardError, standardOutput] = ["", ""];
  const keep = (text: string) => (output = (output + text).slice(-MOST_OUTPUT));
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    keep(text);
    standardOutput = (standardOutput + text).slice(-MOST_OUTPUT);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    keep(text);
    standardError = (standardError + text).slice(-MOST_OUTPUT);
  });
  const stop = stopper(child, folder, restore);
  try {
    await untilAnswered(url, child);
  } catch (error) {
    // What cannot be removed must not hide why the server did not start.
    await stop().catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    const said = output.trim() === "" ? "It printed nothing." : `It printed:\n${output.trim()}`;
    throw new UsageError(`"${command}" ${reason}. ${said}`);
  }
  const lastOutput = () => ({
    "standard error": standardError,
    "standard output": standardOutput,
  });
  return { url, lastOutput, [Symbol.asyncDispose]: stop };
}

/** Sets environment variables and returns a function that restores them. */
function setEnvironment(variables: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before)
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
  };
}

/** Number of characters. The last output of a server shows why it ended. */
const MOST_OUTPUT = 4000;

/** A server that compiles itself at its start may take a minute. */
const PATIENCE_MS = 60_000;

async function untilAnswered(url: URL, child: ChildProcess): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(
        `ended with ${child.signalCode ?? `status ${String(child.exitCode)}`} before it answered at ${url.href} (HOST, PORT)`,
      );
    const isThere = await fetch(url, { method: "HEAD" }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    if (performance.now() > end)
      throw new Error(`did not answer at ${url.href} (PORT) within ${PATIENCE_MS / 1000} s`);
    await wait(50);
  }
}

/** Returns a function that stops the process group and removes its folder. An interruption of this process does the same. */
function stopper(child: ChildProcess, folder: string, restore: () => void): () => Promise<void> {
  const stop = stopperOf(child);
  const interrupted = (signal: NodeJS.Signals) => {
    void stop("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
    process.exit(signal === "SIGINT" ? 130 : 143);
  };
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  return async () => {
    process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
    await stop("SIGTERM");
    await rm(folder, { recursive: true, force: true });
    restore();
  };
}
