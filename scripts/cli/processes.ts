import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { stopperOf } from "@contract-toolkit/schemas/stopper";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/**
 * Runs a Node.js program to its end.
 *
 * @param signal kills it and the processes that it has started: compilers go on after SIGTERM, and the next save would wait
 * @returns its exit status (null if a signal ended it), its standard output and its standard error
 */
export async function runNode(args: readonly string[], signal?: AbortSignal) {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: signal !== undefined,
  });
  const stop = stopperOf(child);
  const end = () => void stop("SIGKILL");
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  const ended = once(child, "close") as Promise<[number | null]>;
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  signal?.removeEventListener("abort", end);
  return { status, output, errors };
}

/**
 * Runs a command that prints to the standard error of this process, so that standard output stays readable for programs.
 *
 * @throws {UsageError} when it fails
 */
export async function runVisibly(command: readonly string[], cwd = process.cwd()): Promise<void> {
  const [program = "", ...args] = command;
  // `npx -p PACKAGE` leaves its packages here, and every npx and npm exec below it would ask for them, too.
  const { npm_config_package: _, ...env } = process.env;
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", process.stderr.fd, "inherit"] });
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0)
    throw new UsageError(`"${command.join(" ")}" failed in ${cwd}: see its output above.`);
}
