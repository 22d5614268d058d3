import { cp, readFile } from "node:fs/promises";
import { diff } from "node:util";
import type { Line } from "@contract-toolkit/contract/terminal-text";
import { runVisibly } from "../processes.ts";
import { writeInside } from "../write-inside.ts";

/** A file that is added, if it has no text before, or changed. */
export interface Write {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** A part of what `contract init` does: write a file, copy one, or run a command. */
export type Step =
  | Write
  | { readonly path: string; readonly from: string }
  | { readonly command: readonly string[] };

/** A file that is added if it does not exist. */
export async function addedFile(path: string, text: string): Promise<Write> {
  const before = await readFile(path, "utf8").catch(() => undefined);
  return { path, before, after: before ?? text };
}

/** @throws {UsageError} when the command fails */
export async function perform(step: Step): Promise<void> {
  if ("command" in step) await runVisibly(step.command);
  else if ("from" in step) await cp(step.from, step.path);
  else await writeInside(".", step.path, step.after);
}

export function describeStep(step: Step): Line[] {
  if ("command" in step) return [`  run     ${step.command.join(" ")}`];
  if ("from" in step || step.before === undefined) return [`  add     ${step.path}`];
  return [`  change  ${step.path}`, ...lineChanges(step.before, step.after)];
}

/** The lines that a change adds and removes, each with its number in the text that has it. */
function lineChanges(before: string, after: string): string[] {
  const next = { "+": 1, "-": 1 };
  return diff(after.split("\n"), before.split("\n")).flatMap(([operation, line]) => {
    const sign = operation > 0 ? "+" : "-";
    if (operation !== 0)
      return `${String(next[sign]++).padStart(7)} ${sign} ${line.trimEnd().replaceAll("\t", "  ")}`;
    next["+"]++;
    next["-"]++;
    return [];
  });
}
