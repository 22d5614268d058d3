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
  readonly invalid: number;
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
  readonly results: readonly MutantResult[];
}

interface MeasureOptions {
  /** Number of mutants. Default: all. */
  readonly sample?: number;
  readonly seed: string;
  /** Called before a mutant is tried. `number` counts from 1. */
  readonly onTry?: (mutant: Mutant, number: number, all: number) => void;
}

/** Tries the mutants of a group until `sample` valid ones were tried. */
export async function measure(
  group: MutantGroup,
  { sample = Infinity, seed, onTry }: MeasureOptions,
): Promise<GroupScore> {
  const { name, aim, equivalents = [], atOnce = 1 } = group;
  const count = Math.min(sample, group.mutants.length);
  const results: MutantResult[] = [];
  const queue = (
    count < group.mutants.length ? ranked(group.mutants, seed) : group.mutants
  ).values();
  let begun = 0;
  const tryMutants = async () => {
    while (begun < count) {
      const { value: mutant } = queue.next();
      if (!mutant) return;
      begun += 1;
      onTry?.(mutant, begun, count);
      const outcome = await mutant.attempt();
      if (outcome.outcome === "invalid") begun -= 1;
      results.push(excused(mutant, outcome, equivalents));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, tryMutants));
  const all = tally(results);
  const judged = all.killed + all.survived;
  const score = judged === 0 ? 1 : all.killed / judged;
  const left = results.filter(({ outcome }) => outcome === "equivalent");
  const isWhole = count === group.mutants.length;
  const unused = equivalents
    .flatMap((equivalent) => equivalent.mutants)
    .filter((pattern) => isWhole && !left.some(({ mutant }) => isOf(pattern, mutant)));
  return {
    name,
    aim,
    ...all,
    score,
    unused,
    isReached: (aim === undefined ? all.killed === 0 : score >= aim) && unused.length === 0,
    results,
  };
}

/** Draws `count` items by the seed. Whether an item is drawn depends little on which others exist. */
export function choose<Named extends { readonly id: string }>(
  all: readonly Named[],
  count: number,
  seed: string,
): Named[] {
  const chosen = new Set(ranked(all, seed).slice(0, count));
  return all.filter((named) => chosen.has(named));
}

function ranked<Named extends { readonly id: string }>(
  all: readonly Named[],
  seed: string,
): Named[] {
  const rank = ({ id }: Named) => createHash("sha256").update(`${seed} ${id}`).digest("hex");
  return all
    .map((named) => ({ named, rank: rank(named) }))
    .toSorted((left, right) => (left.rank < right.rank ? -1 : 1))
    .map(({ named }) => named);
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
    tried: results.length - count("invalid"),
    killed: count("killed"),
    survived: count("survived"),
    equivalent: count("equivalent"),
    invalid: count("invalid"),
  };
}
