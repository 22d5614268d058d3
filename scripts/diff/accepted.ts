import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isObject } from "@contract-toolkit/contract";
import { CannotCompareError } from "./cannot-compare-error.ts";
import { changePlaces, type Change, type Place } from "./change.ts";
import { parseDocument } from "@contract-toolkit/schemas/documents/parse";
import { readDocumentText } from "@contract-toolkit/schemas/documents/read-text";

/** A breaking change, and the version of the contract that makes it. */
export interface Break {
  readonly change: Change;
  readonly version: string;
  readonly isAccepted: boolean;
}

/** A break that is made on purpose. */
export interface AcceptedBreak {
  readonly id: string;
  readonly operation: string;
  readonly pointer: string;
  /** The only version of the contract that may make it. */
  readonly version: string;
  readonly reason: string;
}

/**
 * Reads the accepted breaks of a project.
 *
 * @param named a file that must exist; default: `accepted-breaks.json`, which may be missing
 * @throws {UsageError} when the file cannot be read
 * @throws {CannotCompareError} when it is not a list, or a break lacks a property such as its reason
 */
export async function readAcceptedFile(
  folder: string,
  named?: string,
): Promise<readonly AcceptedBreak[]> {
  const file = named ?? acceptedBreaksFile;
  const path = resolve(folder, file);
  if (named === undefined && !existsSync(path)) return [];
  const value = parseDocument(await readDocumentText(path, file), file);
  if (!Array.isArray(value))
    throw new CannotCompareError(`${file} is not a list of accepted breaks.`);
  return value.map((value: unknown, index) => {
    const text = (name: keyof AcceptedBreak): string => {
      const found: unknown = isObject(value) ? value[name] : undefined;
      if (typeof found === "string" && (found !== "" || name === "pointer" || name === "operation"))
        return found;
      throw new CannotCompareError(`${file}: entry ${index + 1} has no ${name}.`);
    };
    return {
      id: text("id"),
      operation: text("operation"),
      pointer: text("pointer"),
      version: text("version"),
      reason: text("reason"),
    };
  });
}

/** The file of the accepted breaks in a project. */
export const acceptedBreaksFile = "accepted-breaks.json";

/** Names a break for `contract diff --accept`: its kind, which is enough if no other break is of it, and its place. */
export function nameOfBreak({
  id,
  operation,
  pointer,
}: Pick<Change, "id" | "operation" | "pointer">): string {
  return `${id}@${operation}${pointer}`;
}

/**
 * Accepts a break for the version that makes it.
 *
 * @param name as `nameOfBreak` returns it, or only the kind
 * @returns the entry for the file of accepted breaks
 * @throws {CannotCompareError} when the name means no break, several, or one that is accepted
 */
export function acceptBreak(breaks: readonly Break[], name: string, reason: string): AcceptedBreak {
  const [found, ...others] = breaks.filter(({ change }) =>
    [change.id, nameOfBreak(change)].includes(name),
  );
  const open = (found ? [found, ...others] : breaks).filter(({ isAccepted }) => !isAccepted);
  const list = open.map(({ change }) => `\n  ${nameOfBreak(change)}`).join("");
  if (!found)
    throw new CannotCompareError(
      `There is no break ${name}. ${list === "" ? "Nothing breaks." : `The breaks are:${list}`}`,
    );
  const [chosen, ...further] = open;
  if (!chosen) throw new CannotCompareError(`The break ${name} is accepted already.`);
  if (further.length > 0)
    throw new CannotCompareError(`${name} is the kind of ${open.length} breaks. Name one:${list}`);
  const { change, version } = chosen;
  if (version === "") throw new CannotCompareError("The new contract has no version.");
  const { id, operation, pointer } = change;
  return { id, operation, pointer, version, reason };
}

/** Turns accepted errors into warnings, and finds the entries of the version that accept no error. */
export function withAccepted(
  changes: readonly Change[],
  accepted: readonly AcceptedBreak[],
  version: string,
): { readonly changes: Change[]; readonly unused: AcceptedBreak[] } {
  const current = accepted.filter((acceptedBreak) => acceptedBreak.version === version);
  const used = new Set<AcceptedBreak>();
  const marked = changes.map((change) => {
    const entries =
      change.severity === "error"
        ? current.filter((acceptedBreak) => acceptsChange(acceptedBreak, change))
        : [];
    const [entry] = entries;
    if (!entry) return change;
    for (const entry of entries) used.add(entry);
    const message = `${change.message} (accepted for ${version}: ${entry.reason})`;
    return { ...change, severity: "warning" as const, message };
  });
  return { changes: marked, unused: current.filter((acceptedBreak) => !used.has(acceptedBreak)) };
}

/** A change with several places is one change, so an entry for any of them accepts it. */
function acceptsChange({ id, operation, pointer }: AcceptedBreak, change: Change): boolean {
  const isAt = (place: Place) => place.operation === operation && place.pointer === pointer;
  return id === change.id && changePlaces(change).some(isAt);
}
