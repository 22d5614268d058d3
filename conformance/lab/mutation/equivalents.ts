import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { Mutant, MutantGroup, MutantResult } from "./mutant.ts";

/** Mutants that are no faults, for a reason that was written by hand. */
export interface Equivalent {
  readonly group: string;
  /** What their ids match; `*` stands for anything. */
  readonly mutants: readonly string[];
  readonly reason: string;
}

/** Reads a list of equivalents from a YAML file. */
export async function readEquivalents(file: string): Promise<Equivalent[]> {
  return parse(await readFile(file, "utf8")) as Equivalent[];
}

/** The mutants of a group that are not known to be none. */
export function withoutEquivalents(
  { name, mutants }: Pick<MutantGroup, "name" | "mutants">,
  equivalents: readonly Equivalent[],
): Mutant[] {
  return mutants.filter(({ id }) => !equivalents.some((each) => isExcused(each, name, id)));
}

/** A survivor that is known to be no fault, as such; everything else as it is. */
export function excused(
  group: string,
  result: MutantResult,
  equivalents: readonly Equivalent[],
): MutantResult {
  if (result.outcome !== "survived") return result;
  const { mutant } = result;
  const known = equivalents.find((each) => isExcused(each, group, mutant.id));
  return known ? { mutant, outcome: "equivalent", reason: known.reason } : result;
}

function isExcused({ mutants, ...each }: Equivalent, group: string, id: string): boolean {
  return each.group === group && mutants.some((pattern) => matches(pattern, id));
}

/** Patterns of a group that excuse nothing any more. */
export function unused(
  group: string,
  results: readonly MutantResult[],
  equivalents: readonly Equivalent[],
): string[] {
  const left = results.filter(({ outcome }) => outcome === "equivalent");
  return equivalents
    .filter((each) => each.group === group)
    .flatMap(({ mutants }) => mutants)
    .filter((pattern) => !left.some(({ mutant }) => matches(pattern, mutant.id)));
}

function matches(pattern: string, id: string): boolean {
  const [start = "", ...parts] = pattern.split("*");
  if (!id.startsWith(start)) return false;
  let rest = id.slice(start.length);
  const end = parts.pop();
  for (const part of parts) {
    const at = rest.indexOf(part);
    if (at === -1) return false;
    rest = rest.slice(at + part.length);
  }
  return end === undefined ? rest === "" : rest.endsWith(end);
}
