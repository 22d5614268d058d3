import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isObject } from "@contract-toolkit/contract";
import { CannotCompareError } from "./cannot-compare-error.ts";
import { placesOf, type Change, type Place } from "./change.ts";
import { parseDocument } from "@contract-toolkit/schemas/documents/parse";

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
 * @throws {CannotCompareError} when the file cannot be read, is not a list, or a break lacks a property such as its reason
 */
export async function readAcceptedFile(
  folder: string,
  named?: string,
): Promise<readonly AcceptedBreak[]> {
  const file = named ?? "accepted-breaks.json";
  const content = await readFile(resolve(folder, file), "utf8").catch(() => undefined);
  if (content === undefined) {
    if (named === undefined) return [];
    throw new CannotCompareError(`--accepted ${named} cannot be read.`);
  }
  const value = parseDocument(content, file);
  if (!Array.isArray(value))
    throw new CannotCompareError(`${file} is not a list of accepted breaks.`);
  return value.map((each: unknown, index) => {
    const text = (name: keyof AcceptedBreak): string => {
      const found: unknown = isObject(each) ? each[name] : undefined;
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

/** Turns accepted errors into warnings, and finds the entries of the version that accept no error. */
export function withAccepted(
  changes: readonly Change[],
  accepted: readonly AcceptedBreak[],
  version: string,
): { readonly changes: Change[]; readonly unused: AcceptedBreak[] } {
  const current = accepted.filter((each) => each.version === version);
  const used = new Set<AcceptedBreak>();
  const marked = changes.map((change) => {
    const entries = change.severity === "error" ? current.filter((each) => isOf(each, change)) : [];
    const [entry] = entries;
    if (!entry) return change;
    for (const each of entries) used.add(each);
    const message = `${change.message} (accepted for ${version}: ${entry.reason})`;
    return { ...change, severity: "warning" as const, message };
  });
  return { changes: marked, unused: current.filter((each) => !used.has(each)) };
}

/** A change with several places is one change, so an entry for any of them accepts it. */
function isOf({ id, operation, pointer }: AcceptedBreak, change: Change): boolean {
  const isAt = (place: Place) => place.operation === operation && place.pointer === pointer;
  return id === change.id && placesOf(change).some(isAt);
}
