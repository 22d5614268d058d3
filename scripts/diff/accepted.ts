import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isObject } from "@contract-toolkit/kernel";
import { CannotCompareError } from "./cannot-compare-error.ts";
import type { Change } from "./change.ts";
import { parseDocument } from "../documents/parse.ts";

/** A break that somebody decided to make. */
export interface AcceptedBreak {
  readonly id: string;
  readonly operation: string;
  readonly pointer: string;
  /** The version of the contract that makes it; of another version it is none of its business. */
  readonly version: string;
  readonly reason: string;
}

/** Where accepted breaks are recorded, unless the command says otherwise. */
export const acceptedFile = "accepted-breaks.json";

/**
 * Reads the accepted breaks of a project.
 *
 * @param named a file that has to be there; undefined: the usual one, where there is one
 * @throws {CannotCompareError} when it cannot be read, or is no list of accepted breaks
 */
export async function readAcceptedFile(folder: string, named?: string): Promise<AcceptedBreak[]> {
  const path = named ?? acceptedFile;
  const text = await readFile(resolve(folder, path), "utf8").catch(() => undefined);
  if (text !== undefined) return readAccepted(parseDocument(text, path), path);
  if (named === undefined) return [];
  throw new CannotCompareError(`${named} cannot be read.`);
}

/**
 * Reads a list of accepted breaks.
 *
 * @throws {CannotCompareError} when it is none, or a break has no reason
 */
export function readAccepted(value: unknown, file: string): AcceptedBreak[] {
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

/** Changes, of which those that are accepted for a version are warnings, and entries that no break is left for. */
export function withAccepted(
  changes: readonly Change[],
  accepted: readonly AcceptedBreak[],
  version: string,
): { readonly changes: Change[]; readonly unused: AcceptedBreak[] } {
  const current = accepted.filter((each) => each.version === version);
  const used = new Set<AcceptedBreak>();
  const marked = changes.map((change) => {
    const entry =
      change.severity === "error" ? current.find((each) => isOf(each, change)) : undefined;
    if (!entry) return change;
    used.add(entry);
    const message = `${change.message} (accepted for ${version}: ${entry.reason})`;
    return { ...change, severity: "warning" as const, message };
  });
  return { changes: marked, unused: current.filter((each) => !used.has(each)) };
}

function isOf({ id, operation, pointer }: AcceptedBreak, change: Change): boolean {
  return id === change.id && operation === change.operation && pointer === change.pointer;
}
