/** Options that several commands have. */
import { join } from "node:path";
import { UsageError } from "./usage-error.ts";

/** The options of commands that generate. */
export const generating = {
  out: { type: "string", default: "generated" },
  version: { type: "string", multiple: true, default: [] as string[] },
  keep: { type: "string", multiple: true, default: [] as string[] },
} as const;

/**
 * The TypeSpec file that a command compiles.
 *
 * @param positionals its arguments without options; without any, `spec/main.tsp`
 * @throws {UsageError} when several files are named
 */
export function entryOf(command: string, positionals: readonly string[]): string {
  const [entry = join("spec", "main.tsp"), ...further] = positionals;
  if (further.length === 0) return entry;
  throw new UsageError(
    `${command} takes one TypeSpec file, but got ${positionals.join(", ")}. Name the file that imports the others.`,
    { isOfCall: true },
  );
}

/** @throws {UsageError} when the text is not a port */
export function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`The port "${text}" is not a number from 0 to 65535.`);
}

/** @throws {UsageError} when the text is not an HTTP URL */
export function urlOf(option: string, text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`${option} "${text}" is not a URL that starts with http:// or https://.`);
}

/** Resolves at the signals that end a command. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => {
        resolve();
      });
  });
}
