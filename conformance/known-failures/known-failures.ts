import type { Target } from "../cases/case.ts";

/** A failure that is known: the case, the target that fails it, and why it is accepted for now. */
export interface KnownFailure {
  readonly target: Target;
  /** Of one case, or a pattern of those of several. */
  readonly id: string;
  readonly reason: string;
  /** Line of the file, from 1. */
  readonly line: number;
}

/** A file of known failures that cannot be read as one. */
export class KnownFailuresError extends Error {
  readonly code = "known-failures";
}

/**
 * Reads a list of known failures: a line has a target, the id of a case and, after `#`, the reason; a comment on lines of
 * its own is the reason of the lines below it up to an empty line or the next such comment. In an id, `*` stands for any text.
 *
 * @throws {KnownFailuresError} for a line that names no target or no case, or names a case again
 * @example
 * readKnownFailures("server readItem/lost  # answers 500, ticket 12");
 */
export function readKnownFailures(text: string): KnownFailure[] {
  const known = new Map<string, KnownFailure>();
  let above: string[] = [];
  let isBelowCase = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const number = index + 1;
    const [, entry = "", comment = ""] = /^(.*?)(?:(?:^|\s)#\s*(.*))?$/.exec(line.trim()) ?? [];
    if (entry === "") {
      above = comment === "" ? [] : [...(isBelowCase ? [] : above), comment];
      isBelowCase = false;
      continue;
    }
    isBelowCase = true;
    const [, target = "", id = ""] = /^(\S+)\s+(.+)$/.exec(entry.trim()) ?? [];
    if (!isTarget(target))
      throw new KnownFailuresError(
        `Line ${number}: "${entry}" is not "TARGET ID  # reason", where TARGET is one of ${targets.join(", ")}.`,
      );
    const before = known.get(`${target} ${id}`);
    if (before)
      throw new KnownFailuresError(
        `Line ${number}: ${target} ${id} is on line ${before.line} already.`,
      );
    known.set(`${target} ${id}`, {
      target,
      id,
      reason: comment || above.join(" ") || "no reason is given",
      line: number,
    });
  }
  return [...known.values()];
}

/** Whether a pattern, in which `*` stands for any text, is that of an id. */
export function isOfPattern(pattern: string, id: string): boolean {
  const [start = "", ...parts] = pattern.split("*");
  const end = parts.pop();
  if (end === undefined) return pattern === id;
  let at = start.length;
  for (const part of parts) {
    const found = id.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return id.startsWith(start) && id.endsWith(end) && at <= id.length - end.length;
}

/** Whether a line is for all cases of a pattern, of which some may pass. */
export function isPattern({ id }: KnownFailure): boolean {
  return id.includes("*");
}

/** The line of a case: its own before that of a pattern. */
export function knownFailureOf(
  known: readonly KnownFailure[],
  target: Target,
  id: string,
): KnownFailure | undefined {
  const own = known.filter((each) => each.target === target);
  return own.find((each) => each.id === id) ?? own.find((each) => isOfPattern(each.id, id));
}

const targets: readonly Target[] = ["server", "client", "receiver"];

function isTarget(text: string): text is Target {
  return (targets as readonly string[]).includes(text);
}
