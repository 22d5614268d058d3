import type { Coverage, SampleCoverage } from "./coverage.ts";
import type { Outcome } from "./report.ts";

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
export type CoverageWithLegacyWords = Omit<Coverage, "samples"> & {
  readonly samples: readonly (SampleCoverage & {
    readonly legacyOutcome: LegacyOutcome | "not played";
  })[];
};

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
  return {
    ...coverage,
    samples: coverage.samples.map((sample) => ({
      ...sample,
      legacyOutcome:
        sample.outcome === "not played" ? sample.outcome : legacyOutcomeOf(sample.outcome),
    })),
  };
}
