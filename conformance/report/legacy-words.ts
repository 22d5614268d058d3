import { legacyIdOf, type Exclusion } from "../boundaries/index.ts";
import type { CaseHead } from "../case.ts";
import type { BoundaryCoverage, BoundaryState, ConstraintBoundaries } from "./boundary-coverage.ts";
import type { Coverage, SampleCoverage } from "./coverage.ts";
import type { Outcome } from "./result.ts";

/** What outcomes were called up to version 0.1; there, `failed` was what is an `error` now. */
export type LegacyOutcome = "kept" | "broken" | "failed" | "known" | "stale";

const legacyOutcomes: Readonly<Record<Outcome, LegacyOutcome>> = {
  passed: "kept",
  failed: "broken",
  error: "failed",
  "known-failure": "known",
  "unexpected-pass": "stale",
};

/** The coverage with the words of version 0.1 beside those of today. */
export type CoverageWithLegacyWords = Omit<Coverage, "samples" | "constraints"> & {
  readonly samples: readonly (SampleCoverage & {
    readonly legacyOutcome: LegacyOutcome | "not played";
  })[];
  readonly constraints?: Omit<BoundaryCoverage, "constraints" | "exclusions"> & {
    readonly constraints: readonly (ConstraintBoundaries & {
      readonly inside?: BoundaryState;
      readonly outside?: BoundaryState;
    })[];
    readonly exclusions: readonly (Exclusion & { readonly edge: "inside" | "outside" })[];
  };
};

/** The former id of a case, where it is another one. */
export function legacyIdOfCase({ id, kind }: CaseHead): { readonly legacyId?: string } {
  return kind === "constraint" ? { legacyId: legacyIdOf(id) } : {};
}

/** The former word for an outcome. */
export function legacyOutcomeOf(outcome: Outcome): LegacyOutcome {
  return legacyOutcomes[outcome];
}

/** The counts by the former words. */
export function legacyCountsOf(
  counts: Readonly<Record<Outcome, number>>,
): Readonly<Record<LegacyOutcome, number>> {
  const { passed, failed, error } = counts;
  return {
    kept: passed,
    broken: failed,
    failed: error,
    known: counts["known-failure"],
    stale: counts["unexpected-pass"],
  };
}

/** Adds the former words to the coverage. */
export function withLegacyWords(coverage: Coverage): CoverageWithLegacyWords {
  const { constraints: boundaries, ...others } = coverage;
  return {
    ...others,
    samples: coverage.samples.map((sample) => ({
      ...sample,
      legacyOutcome:
        sample.outcome === "not played" ? sample.outcome : legacyOutcomeOf(sample.outcome),
    })),
    ...(boundaries && {
      constraints: {
        ...boundaries,
        constraints: boundaries.constraints.map((each) => ({
          ...each,
          ...(each.valid && { inside: each.valid }),
          ...(each.invalid && { outside: each.invalid }),
        })),
        exclusions: boundaries.exclusions.map((each) => ({
          ...each,
          edge: each.boundary === "valid" ? ("inside" as const) : ("outside" as const),
        })),
      },
    }),
  };
}
