import type { MutantGroup, MutantResult } from "./mutant.ts";

/** How many mutants came to what. */
export interface Tally {
  readonly tried: number;
  readonly schema: number;
  readonly sample: number;
  readonly semantics: number;
  readonly survived: number;
  readonly equivalent: number;
}

/** What came of one group. */
export interface GroupScore extends Tally {
  readonly name: string;
  readonly isLegitimate: boolean;
  readonly aim: number;
  /** The share that was killed, equivalents left out; 1 where there was nothing to kill. */
  readonly score: number;
  /** Patterns of the list of equivalents that excuse nothing any more. */
  readonly unused: readonly string[];
  /** Whether the aim is reached, nothing legitimate was killed, and the list of equivalents is true. */
  readonly isReached: boolean;
  readonly operators: Readonly<Record<string, Tally>>;
  readonly results: readonly MutantResult[];
}

/** Counts the results of a group by operator. */
export function scoreOf(
  {
    name,
    aim,
    isLegitimate: legitimate,
  }: Omit<MutantGroup, "attempt" | "mutants" | typeof Symbol.asyncDispose>,
  results: readonly MutantResult[],
  unused: readonly string[] = [],
): GroupScore {
  const isLegitimate = legitimate === true;
  const all = tally(results);
  const killed = all.schema + all.sample + all.semantics;
  const faults = all.tried - all.equivalent;
  const score = faults === 0 ? 1 : killed / faults;
  const operators = Map.groupBy(results, ({ mutant }) => mutant.operator);
  return {
    name,
    aim,
    isLegitimate,
    ...all,
    score,
    unused,
    isReached: (isLegitimate ? killed === 0 : score >= aim) && unused.length === 0,
    operators: Object.fromEntries([...operators].map(([operator, its]) => [operator, tally(its)])),
    results,
  };
}

function tally(results: readonly MutantResult[]): Tally {
  const count = (matches: (result: MutantResult) => boolean) => results.filter(matches).length;
  const killedBy = (kind: string) => count((each) => each.outcome === "killed" && each.by === kind);
  return {
    tried: results.length,
    schema: killedBy("schema"),
    sample: killedBy("sample"),
    semantics: killedBy("semantics"),
    survived: count(({ outcome }) => outcome === "survived"),
    equivalent: count(({ outcome }) => outcome === "equivalent"),
  };
}
