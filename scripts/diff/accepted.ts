import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isObject } from "@contract-toolkit/kernel";
import { CannotCompareError } from "./cannot-compare-error.ts";
import type { Change } from "./change.ts";
import { parseDocument } from "../documents/parse.ts";

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
