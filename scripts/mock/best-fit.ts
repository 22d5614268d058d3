import type { KnownSample, Values } from "./samples.ts";

/** What of a sample is compared with a request. */
export interface Comparable extends Pick<KnownSample, "values" | "fresh"> {
  readonly case: { readonly response: { readonly status: number } };
}

/** How well a sample fits a request. */
export interface Fit<Sample extends Comparable = KnownSample> {
  readonly sample: Sample;
  /** The request says what the sample's request says, and nothing else. */
  readonly isExact: boolean;
}

/**
 * The sample that fits a request best: one whose request is the same before any other, success before an error, then the one
 * with most equal values and fewest others; of equals, the first that is documented. The same request always has the same one.
 */
export function bestFit<Sample extends Comparable>(
  samples: readonly Sample[],
  asked: Values,
): Fit<Sample> | undefined {
  const [best] = samples.map((sample) => rated(sample, asked)).sort(byRank);
  return best;
}

interface Rated<Sample extends Comparable> extends Fit<Sample> {
  /** Smaller is better, the first difference decides. */
  readonly rank: readonly number[];
}

function rated<Sample extends Comparable>(sample: Sample, asked: Values): Rated<Sample> {
  const { values, fresh } = sample;
  let equal = 0;
  let other = 0;
  for (const [pointer, value] of values) {
    const given = asked.get(pointer);
    if (given === value || (fresh.has(pointer) && typeof given === "string")) equal += 1;
    else other += 1;
  }
  for (const pointer of asked.keys()) if (!values.has(pointer)) other += 1;
  const isExact = other === 0;
  const isError = sample.case.response.status >= 400;
  return { sample, isExact, rank: [Number(!isExact), Number(isError), -equal, other] };
}

function byRank(one: Rated<Comparable>, another: Rated<Comparable>): number {
  const at = one.rank.findIndex((each, index) => each !== another.rank[index]);
  return at < 0 ? 0 : (one.rank[at] ?? 0) - (another.rank[at] ?? 0);
}
