import type { KnownSample, Values } from "./samples.ts";

/** The sample that fits a request best. */
interface Fit<Sample> {
  readonly sample: Sample;
  /** Whether the request has exactly the values of the sample's request. */
  readonly isExact: boolean;
}

/** The parts of a sample that are compared with a request. */
interface Comparable extends Pick<KnownSample, "values" | "fresh"> {
  readonly case: { readonly response: { readonly status: number } };
}

/**
 * Finds the sample that fits a request best. A sample with the same request comes first, then success before an error, then the
 * most equal and the fewest different values, then the sample that is documented first.
 */
export function bestFit<Sample extends Comparable>(
  samples: readonly Sample[],
  asked: Values,
): Fit<Sample> | undefined {
  const [best] = samples
    .map((sample) => ({ sample, ...countMatches(sample, asked) }))
    .sort(
      (left, right) =>
        Number(right.isExact) - Number(left.isExact) ||
        Number(isErrorSample(left.sample)) - Number(isErrorSample(right.sample)) ||
        right.equal - left.equal ||
        left.different - right.different,
    );
  return best;
}

function countMatches({ values, fresh }: Comparable, asked: Values) {
  const equal = [...values].filter(([pointer, value]) => {
    const given = asked.get(pointer);
    return given === value || (fresh.has(pointer) && typeof given === "string");
  }).length;
  const added = [...asked.keys()].filter((pointer) => !values.has(pointer)).length;
  const different = values.size - equal + added;
  return { equal, different, isExact: different === 0 };
}

function isErrorSample({ case: { response } }: Comparable): boolean {
  return response.status >= 400;
}
