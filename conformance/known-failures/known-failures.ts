import type { Target } from "../cases/case.ts";
import { ConformanceError } from "../errors.ts";

/** A listed failure: the case, the target, and the reason why it is accepted for now. */
export interface KnownFailure {
  readonly target: Target;
  /** Id of a case, or a pattern with `*` for several cases. */
  readonly id: string;
  readonly reason: string;
  /** Line in the file, starting at 1. */
  readonly line: number;
}

/**
 * Reads a list of known failures. A line has a target, the id of a case and, after `#`, the reason. A comment on its own line
 * is the reason of the lines below it, up to an empty line or the next such comment. In an id, `*` stands for any text.
 *
 * @throws {ConformanceError} `invalid-known-failures`, for a line without a target or case, or for a case that is already listed
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
      throw new ConformanceError(
        "invalid-known-failures",
        `Line ${number}: "${entry}" is not "TARGET ID  # reason", where TARGET is one of ${targets.join(", ")}.`,
      );
    const before = known.get(`${target} ${id}`);
    if (before)
      throw new ConformanceError(
        "invalid-known-failures",
        `Line ${number}: ${target} ${id} is already on line ${before.line}.`,
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

/** Whether an id matches a pattern, in which `*` stands for any text. */
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

/** Whether a line has a pattern. Some of its cases may pass. */
export function isPattern({ id }: KnownFailure): boolean {
  return id.includes("*");
}

/** The line of a case. A line with its id takes precedence over a pattern. */
export function knownFailureOf(
  known: readonly KnownFailure[],
  target: Target,
  id: string,
): KnownFailure | undefined {
  const own = known.filter((knownFailure) => knownFailure.target === target);
  return (
    own.find((knownFailure) => knownFailure.id === id) ??
    own.find((knownFailure) => isOfPattern(knownFailure.id, id))
  );
}

const targets: readonly Target[] = ["server", "client", "receiver"];

function isTarget(text: string): text is Target {
  return (targets as readonly string[]).includes(text);
}
