/** A value measured several times. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @throws {RangeError} when nothing was measured. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  const [min] = sorted;
  const max = sorted.at(-1);
  if (min === undefined || max === undefined) throw new RangeError("Nothing was measured.");
  const median = middle.reduce((sum, each) => sum + each, 0) / middle.length;
  return { median, min, max };
}

/**
 * Ratios of what was measured in the same round, so that what disturbs a round disturbs both sides.
 *
 * @param values by round
 * @param baseline by round
 */
export function ratiosOf(values: readonly number[], baseline: readonly number[]): Spread {
  return spreadOf(values.map((value, round) => value / (baseline[round] ?? NaN)));
}
