import { createHash } from "node:crypto";
import type { Equivalent, Mutant, MutantGroup, Outcome } from "./mutant.ts";

/** A mutant and its result. */
export type MutantResult = { readonly mutant: Mutant } & (
  | Outcome
  | { readonly outcome: "equivalent"; readonly reason: string }
);

/** Numbers of mutants by result. */
interface Tally {
  readonly tried: number;
  readonly killed: number;
  readonly survived: number;
  readonly equivalent: number;
}

/** The results of one group. */
export interface GroupScore extends Tally {
  readonly name: string;
  readonly aim?: number | undefined;
  /** The killed share without equivalents. It is 1 if there is no mutant. */
  readonly score: number;
  /** Patterns in the list of equivalents that no survivor matches. */
  readonly unused: readonly string[];
  /** Whether the aim is reached without a false alarm and without unused patterns. */
  readonly isReached: boolean;
  readonly operators: Readonly<Record<string, Tally>>;
  readonly results: readonly MutantResult[];
}

interface MeasureOptions {
  /** Number of mutants. Default: all. */
  readonly sample?: number;
  readonly seed: string;
  /** Called before a mutant is tried. `number` counts from 1. */
  readonly onTry?: (mutant: Mutant, number: number, all: number) => void;
}

/** Tries the mutants of a group, one after the other. */
export async function measure(
  group: MutantGroup,
  { sample = Infinity, seed, onTry }: MeasureOptions,
): Promise<GroupScore> {
  const { name, aim, equivalents = [] } = group;
  const mutants = choose(group.mutants, sample, seed);
  const results: MutantResult[] = [];
  for (const mutant of mutants) {
    onTry?.(mutant, results.length + 1, mutants.length);
    results.push(excused(mutant, await mutant.attempt(), equivalents));
  }
  const all = tally(results);
  const judged = all.tried - all.equivalent;
  const score = judged === 0 ? 1 : all.killed / judged;
  const left = results.filter(({ outcome }) => outcome === "equivalent");
  const isWhole = mutants.length === group.mutants.length;
  const unused = equivalents
    .flatMap((equivalent) => equivalent.mutants)
    .filter((pattern) => isWhole && !left.some(({ mutant }) => isOf(pattern, mutant)));
  const byOperator = Map.groupBy(results, ({ mutant }) => mutant.operator);
  return {
    name,
    aim,
    ...all,
    score,
    unused,
    isReached: (aim === undefined ? all.killed === 0 : score >= aim) && unused.length === 0,
    operators: Object.fromEntries([...byOperator].map(([kind, its]) => [kind, tally(its)])),
    results,
  };
}

/** Draws `count` items by the seed. Whether an item is drawn depends little on which others exist. */
export function choose<Named extends { readonly id: string }>(
  all: readonly Named[],
  count: number,
  seed: string,
): Named[] {
  const rank = ({ id }: Named) => createHash("sha256").update(`${seed} ${id}`).digest("hex");
  const ranked = all.map((named) => ({ each: named, rank: rank(named) }));
  ranked.sort((left, right) => (left.rank < right.rank ? -1 : 1));
  const chosen = new Set(ranked.slice(0, count).map(({ each: named }) => named));
  return all.filter((named) => chosen.has(named));
}

function excused(
  mutant: Mutant,
  outcome: Outcome,
  equivalents: readonly Equivalent[],
): MutantResult {
  const known = equivalents.find(({ mutants }) => mutants.some((text) => isOf(text, mutant)));
  return outcome.outcome === "survived" && known
    ? { mutant, outcome: "equivalent", reason: known.reason }
    : { mutant, ...outcome };
}

function isOf(pattern: string, { id }: Mutant): boolean {
  return new RegExp(`^(?:${pattern})$`).test(id);
}

function tally(results: readonly MutantResult[]): Tally {
  const count = (wanted: string) => results.filter(({ outcome }) => outcome === wanted).length;
  return {
    tried: results.length,
    killed: count("killed"),
    survived: count("survived"),
    equivalent: count("equivalent"),
  };
}
