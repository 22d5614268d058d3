import type { Contract } from "@contract-toolkit/kernel";
import type { KnownFailure } from "../findings/known-failures.ts";
import type { Planned } from "../planned-case.ts";
import type { Timed } from "../run.ts";
import type { Target } from "../case.ts";
import { coverageOf, type Coverage } from "./coverage.ts";
import type { Outcome, Result } from "./result.ts";
import type { CoveredConstraints } from "./boundary-coverage.ts";

/** Everything that reports are written from. */
export interface Report {
  readonly contract: Pick<Contract, "title" | "version">;
  readonly target: Target;
  readonly results: readonly Result[];
  /** Known failures that no case of the contract has. */
  readonly unmatched: readonly KnownFailure[];
  readonly coverage: Coverage;
  readonly timing: Timing;
}

/** What differs between two runs against the same target. */
export interface Timing {
  readonly startedAt: Date;
  readonly milliseconds: number;
  /** What the fresh values of the run were made from. */
  readonly seed: string;
}

/** A run that is over. */
export interface Played {
  readonly contract: Contract;
  readonly target: Target;
  /** Every case there is for the target, also those that were not played. */
  readonly planned: readonly Planned[];
  readonly timed: readonly Timed[];
  readonly known: readonly KnownFailure[];
  readonly constraints?: CoveredConstraints;
  readonly timing: Timing;
}

/** Judges a run by what is known to fail, and counts what it has covered. */
export function makeReport(played: Played): Report {
  const { contract, target, planned, timed, constraints, timing } = played;
  const known = new Map(
    played.known.filter((each) => each.target === target).map((each) => [each.id, each]),
  );
  const ids = new Set(planned.map((each) => each.case.id));
  const results = timed.map((each) => resultOf(each, known.get(each.verdict.case.id)));
  return {
    contract: { title: contract.title, version: contract.version },
    target,
    results,
    unmatched: [...known.values()].filter(({ id }) => !ids.has(id)),
    coverage: coverageOf(contract, planned, results, constraints),
    timing,
  };
}

/** A case that could not be played is never expected: what it would say is not known. */
function resultOf({ verdict, milliseconds }: Timed, known: KnownFailure | undefined): Result {
  if (!known || verdict.outcome === "error")
    return { verdict, outcome: verdict.outcome, milliseconds };
  const outcome = verdict.outcome === "failed" ? "known-failure" : "unexpected-pass";
  return { verdict, outcome, known, milliseconds };
}

/** What results are grouped by: the part of a case's id before the first `/`. */
export function operationOf({ verdict }: Result): string {
  return verdict.case.id.split("/")[0] ?? verdict.case.id;
}

/** How many results have each outcome. */
export function countOutcomes(results: readonly Result[]): Readonly<Record<Outcome, number>> {
  const counts = { passed: 0, failed: 0, error: 0, "known-failure": 0, "unexpected-pass": 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

/** 0: all passed. 1: a case failed, or the list of known failures is out of date. 2: a case could not be played. */
export function exitStatus({ results, unmatched }: Report): 0 | 1 | 2 {
  const { failed, error, "unexpected-pass": unexpected } = countOutcomes(results);
  if (results.length === 0 || error > 0) return 2;
  return failed + unexpected + unmatched.length > 0 ? 1 : 0;
}
