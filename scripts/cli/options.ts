/** Options that several commands have. */
import { join } from "node:path";
import {
  readLastRun,
  type AskedArguments,
  type GenerateArguments,
} from "@contract-toolkit/generate/generated-files/last-run";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/** The options of commands that generate. Those that are not given are in `tspconfig.yaml`, or have defaults. */
export const generating = {
  out: { type: "string" },
  version: { type: "string", multiple: true },
  keep: { type: "string", multiple: true },
} as const;

/** Completes the arguments of a command. Loading the compiler takes a second, so it is loaded only if something has changed. */
export async function completed(asked: AskedArguments): Promise<GenerateArguments> {
  const last = await readLastRun(asked);
  if (last) return last;
  const [{ NodeHost }, { resolveArguments }] = await Promise.all([
    import("@typespec/compiler"),
    import("@contract-toolkit/generate/generated-files/generate-into"),
  ]);
  return resolveArguments(asked, NodeHost);
}

/**
 * The TypeSpec file that a command compiles.
 *
 * @param positionals its arguments without options; without any, `spec/main.tsp`
 * @throws {UsageError} when several files are named
 */
export function entryOf(command: string, positionals: readonly string[]): string {
  const advice = " Name the file that imports the others.";
  return (
    oneOf(`${command} takes one TypeSpec file`, positionals, advice) ?? join("spec", "main.tsp")
  );
}

/** The contract that a command takes, `generated` by default. */
export function contractOf(command: string, positionals: readonly string[]): string {
  return oneOf(`${command} takes one contract`, positionals) ?? "generated";
}

function oneOf(rule: string, [first, ...further]: readonly string[], advice = "") {
  if (further.length === 0) return first;
  const got = [first, ...further].join(", ");
  throw new UsageError(`${rule}, but got ${got}.${advice}`, { isOfCall: true });
}

/** Whether the command runs in a workflow of GitHub, unless the user says so. */
export const github = {
  github: { type: "boolean", default: process.env["GITHUB_ACTIONS"] === "true" },
} as const;

/** The options of commands that serve. */
export function serving(port: string) {
  return {
    port: { type: "string", default: process.env["PORT"] ?? port },
    host: { type: "string", default: process.env["HOST"] ?? "127.0.0.1" },
  } as const;
}

/** @throws {UsageError} when the text is not an HTTP URL */
export function parseHttpUrl(option: string, text: string): URL {
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
