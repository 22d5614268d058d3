import type { KnownFailure } from "../known-failures/known-failures.ts";
import type { Verdict } from "../verdict.ts";

/**
 * What a case counts as: its verdict, unless it is listed as a known failure. Then a failed case is a `known-failure`, which
 * does not count, and a passed one an `unexpected-pass`, which fails the run.
 */
export type Outcome = Verdict["outcome"] | "known-failure" | "unexpected-pass";

/** What came of one case. */
export interface Result {
  readonly verdict: Verdict;
  readonly outcome: Outcome;
  readonly known?: KnownFailure;
  readonly milliseconds: number;
}
