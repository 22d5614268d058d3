import type { KnownSample, Values } from "./samples.ts";

/** How well a sample fits a request. */
export interface Fit<Sample = KnownSample> {
  readonly sample: Sample;
  /** The request says what the sample's request says, and nothing else. */
  readonly isExact: boolean;
}

/** What of a sample is compared with a request. */
interface Comparable extends Pick<KnownSample, "values" | "fresh"> {
  readonly case: { readonly response: { readonly status: number } };
}

/**
 * The sample that fits a request best: one whose request is the same before any other, success before an error, then the one
 * with most equal values and fewest others; of equals, the first that is documented. The same request always has the same one.
 */
export function bestFit<Sample extends Comparable>(
  samples: readonly Sample[],
  asked: Values,
): Fit<Sample> | undefined {
  const [best] = samples
    .map((sample) => ({ sample, ...countsOf(sample, asked) }))
    .sort(
      (one, other) =>
        Number(other.isExact) - Number(one.isExact) ||
        Number(isError(one.sample)) - Number(isError(other.sample)) ||
        other.equal - one.equal ||
        one.different - other.different,
    );
  return best;
}

function countsOf({ values, fresh }: Comparable, asked: Values) {
  const equal = [...values].filter(([pointer, value]) => {
    const given = asked.get(pointer);
    return given === value || (fresh.has(pointer) && typeof given === "string");
  }).length;
  const added = [...asked.keys()].filter((pointer) => !values.has(pointer)).length;
  const different = values.size - equal + added;
  return { equal, different, isExact: different === 0 };
}

function isError({ case: { response } }: Comparable): boolean {
  return response.status >= 400;
}
