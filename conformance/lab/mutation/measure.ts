import { choose } from "./choose.ts";
import { excused, unused, type Equivalent } from "./equivalents.ts";
import type { Mutant, MutantGroup, MutantResult } from "./mutant.ts";
import { scoreOf, type GroupScore } from "./score.ts";

/** How a group is tried. */
export interface MeasureOptions {
  /** How many mutants; all of them where it is not told. */
  readonly sample?: number;
  readonly seed: string;
  /** Survivors that are known to be no faults. */
  readonly equivalents?: readonly Equivalent[];
  /** Before one is tried: `number` counts from 1. */
  readonly onTry?: (mutant: Mutant, number: number, all: number) => void;
  readonly onTried?: (name: string, tried: number, all: number) => void;
}

/** Tries the mutants of a group, one after the other. */
export async function measure(
  group: MutantGroup,
  { sample = Infinity, seed, equivalents = [], onTry, onTried }: MeasureOptions,
): Promise<GroupScore> {
  const mutants = choose(group.mutants, sample, seed);
  const results: MutantResult[] = [];
  for (const mutant of mutants) {
    onTry?.(mutant, results.length + 1, mutants.length);
    const result = await group.attempt(mutant);
    results.push(excused(group.name, result, equivalents));
    onTried?.(group.name, results.length, mutants.length);
  }
  const isWhole = mutants.length === group.mutants.length;
  return scoreOf(group, results, isWhole ? unused(group.name, results, equivalents) : []);
}
