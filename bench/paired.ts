export interface Contender<Name extends string = string> {
  readonly name: Name;
  /** Does a short piece of work and returns its cost. All sides of a comparison use the same unit. */
  readonly sample: () => Promise<number>;
}

/** Costs by contender, one for each round. */
export type Costs<Name extends string = string> = ReadonlyMap<Name, readonly number[]>;

export interface Plan {
  /** Number of rounds. Each contender is sampled once in each round. */
  readonly pairs: number;
  /** Samples of each contender before the first round, so that the code is optimised by then. */
  readonly warmUps: number;
}

/** A median with its 95 % confidence interval. */
export interface Estimate {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly samples: number;
}

/**
 * Samples all contenders in rounds. The order within a round is random, so that disturbances of the machine affect all
 * contenders alike.
 */
export async function measure<Name extends string>(
  contenders: readonly Contender<Name>[],
  { pairs, warmUps }: Plan,
): Promise<Costs<Name>> {
  const costs = new Map<Name, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < warmUps; round += 1)
    for (const { sample } of contenders) await sample();
  for (let round = 0; round < pairs; round += 1)
    for (const { name, sample } of shuffled(contenders)) costs.get(name)?.push(await sample());
  return costs;
}

/** Milliseconds that each of so many pieces of work takes. */
export async function timed(work: () => Promise<unknown>, count: number): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / count;
}

/** Repeats a measurement with new processes, because two processes of the same program are not equally fast. */
export async function inSets<Measured>(
  plan: Plan,
  measureSet: (plan: Plan) => Promise<Measured>,
): Promise<Measured[]> {
  const sets: Measured[] = [];
  while (sets.length < Math.min(SETS, plan.pairs))
    sets.push(await measureSet({ ...plan, pairs: Math.ceil(plan.pairs / SETS) }));
  return sets;
}

const SETS = 8;

/**
 * The median of the ratios of two contenders' costs in the same round.
 *
 * @param sets measurements with different processes
 */
export function ratioOf<Name extends string>(
  sets: Costs<Name> | readonly Costs<Name>[],
  numerator: Name,
  denominator: Name,
): Estimate {
  const ratios = [sets].flat().map((costs) => {
    const below = costs.get(denominator) ?? [];
    return (costs.get(numerator) ?? []).map((cost, round) => cost / (below[round] ?? NaN));
  });
  return estimate(...ratios);
}

/**
 * The median of values with its bootstrap interval (percentile method). Of several sets, whole sets are drawn, and then values
 * within each, because two processes of the same program are not equally fast.
 *
 * @throws {RangeError} when there is no value, or one is not a finite number
 */
export function estimate(...sets: readonly (readonly number[])[]): Estimate {
  const values = sets.flat();
  if (values.length === 0 || values.some((value) => !Number.isFinite(value)))
    throw new RangeError(`Cannot estimate [${values.join(", ")}].`);
  const medians = Array.from({ length: RESAMPLES }, () =>
    medianOf(drawn(sets).flatMap(drawn)),
  ).toSorted((a, b) => a - b);
  const at = (share: number) => medians[Math.round(share * (RESAMPLES - 1))] ?? NaN;
  return { median: medianOf(values), low: at(0.025), high: at(0.975), samples: values.length };
}

/** Draws as many items with replacement. */
function drawn<Item>(items: readonly Item[]): readonly Item[] {
  return items.flatMap(() => {
    const at = Math.floor(Math.random() * items.length);
    return items.slice(at, at + 1);
  });
}

const RESAMPLES = 2_000;

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
