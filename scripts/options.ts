/** What several commands are told in the same way. */
import { join } from "node:path";
import { UsageError } from "./usage-error.ts";

/** The options of commands that generate. */
export const generating = {
  out: { type: "string", default: "generated" },
  version: { type: "string", multiple: true, default: [] as string[] },
  keep: { type: "string", multiple: true, default: [] as string[] },
} as const;

/** The TypeSpec file that is compiled when none is named. */
export const defaultEntry = join("spec", "main.tsp");

/** The port that a text is. */
export function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`The port "${text}" is not a number from 0 to 65535.`);
}

/** The URL that an option has. */
export function urlOf(option: string, text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`${option} "${text}" is not a URL that starts with http:// or https://.`);
}

/** Waits for the signals that end a command. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => {
        resolve();
      });
  });
}
