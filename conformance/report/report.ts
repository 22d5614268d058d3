import type { Contract } from "@contract-toolkit/contract";
import {
  isOfPattern,
  isPattern,
  knownFailureOf,
  type KnownFailure,
} from "../known-failures/known-failures.ts";
import type { Planned } from "../cases/planned-case.ts";
import type { Timed } from "../runs/run.ts";
import type { Need } from "../request-learning/learn.ts";
import { repeatableText } from "../repeatable-findings.ts";
import type { Verdict } from "../verdict.ts";
import type { CaseHead, Target } from "../cases/case.ts";
import { coverageOf, type Coverage } from "./coverage.ts";
import type { CoveredConstraints } from "./boundary-coverage.ts";

/**
 * The verdict of a case, or its outcome as a known failure: a listed case that failed is a `known-failure`, which does not
 * count. A listed case that passed is an `unexpected-pass`, which fails the run.
 */
export type Outcome = Verdict["outcome"] | "known-failure" | "unexpected-pass";

export interface Result {
  readonly verdict: Verdict;
  readonly outcome: Outcome;
  readonly known?: KnownFailure;
  readonly milliseconds: number;
}

export interface Report {
  readonly contract: Pick<Contract, "title" | "version">;
  readonly target: Target;
  readonly results: readonly Result[];
  /** Operations that the target does not implement. */
  readonly notImplemented: readonly JudgedAbsence[];
  /** Operations that need something which the run does not have, such as a resource. */
  readonly needs: readonly (Need & { readonly operation: string })[];
  /** That the server refuses the credential wherever it wants one. */
  readonly refusedCredential?: string;
  /** Operations of a document that cannot be judged, with the reasons. */
  readonly unreadable: readonly string[];
  /** Requests were learned from the server, because the contract has no samples. */
  readonly isLearned: boolean;
  /** Number of cases that were not played because the run stopped before them. */
  readonly leftOut: number;
  /** Whether the run ended at its deadline. */
  readonly isOutOfTime: boolean;
  /** Known failures without a case, and patterns whose cases all pass. */
  readonly unmatched: readonly KnownFailure[];
  readonly coverage: Coverage;
  readonly timing: Timing;
}

/** An operation that the target does not implement. */
export interface NotImplemented {
  readonly operation: string;
  /** What the target answers. */
  readonly reason: string;
  /** Ids of the cases that need it. They were not played. */
  readonly cases: readonly string[];
}

/** An operation that is not implemented, with a line of the known failures if those list all of its own cases. */
export interface JudgedAbsence extends NotImplemented {
  readonly known?: KnownFailure;
}

/** Values that differ between two runs against the same target. */
export interface Timing {
  readonly startedAt: Date;
  readonly milliseconds: number;
  /** The seed of the run's fresh values. */
  readonly seed: string;
}

export interface Played {
  readonly contract: Contract;
  readonly target: Target;
  /** All cases for the target, including those that were not played. */
  readonly planned: readonly Planned[];
  readonly timed: readonly Timed[];
  readonly notImplemented?: readonly NotImplemented[];
  readonly leftOut?: number;
  readonly isOutOfTime?: boolean;
  readonly needs?: Report["needs"];
  readonly refusedCredential?: string;
  readonly unreadable?: Report["unreadable"];
  readonly known: readonly KnownFailure[];
  readonly constraints?: CoveredConstraints;
  readonly timing: Timing;
}

/** Compares the verdicts with the known failures, and counts coverage. */
export function makeReport(played: Played): Report {
  const { contract, target, planned, timed, constraints, timing, leftOut = 0 } = played;
  const known = played.known.filter((knownFailure) => knownFailure.target === target);
  const results = timed.map((timed) => judged(timed, known));
  const notImplemented = (played.notImplemented ?? []).map((notImplemented) => {
    const own = notImplemented.cases.filter(
      (id) => caseOperationId({ id }) === notImplemented.operation,
    );
    const lines = own.map((id) => knownFailureOf(known, target, id));
    return { ...notImplemented, ...(lines.every(Boolean) && lines[0] && { known: lines[0] }) };
  });
  const outcomes = new Map(results.map(({ verdict, outcome }) => [verdict.case.id, outcome]));
  // A case that was not played may fail.
  const mayFail = (id: string) => outcomes.get(id) !== "passed";
  const ids = planned.map((planned) => planned.case.id);
  return {
    contract: { title: contract.title, version: contract.version },
    target,
    results,
    notImplemented,
    leftOut,
    isOutOfTime: played.isOutOfTime ?? false,
    needs: played.needs ?? [],
    ...(played.refusedCredential !== undefined && { refusedCredential: played.refusedCredential }),
    unreadable: played.unreadable ?? [],
    isLearned: played.needs !== undefined,
    unmatched: known.filter((line) => {
      const matched = ids.filter((id) => isOfPattern(line.id, id));
      return matched.length === 0 || (isPattern(line) && !matched.some(mayFail));
    }),
    coverage: coverageOf(contract, planned, outcomes, constraints),
    timing,
  };
}

/** Compares a verdict with the known failures. A case that could not be played is an error, even if it is listed. */
export function judged({ verdict, milliseconds }: Timed, listed: readonly KnownFailure[]): Result {
  const known = knownFailureOf(listed, verdict.target, verdict.case.id);
  if (!known || verdict.outcome === "error")
    return { verdict, outcome: verdict.outcome, milliseconds };
  if (verdict.outcome === "passed" && isPattern(known))
    return { verdict, outcome: "passed", milliseconds };
  const outcome = verdict.outcome === "failed" ? "known-failure" : "unexpected-pass";
  return { verdict, outcome, known, milliseconds };
}

/** The part of a case's id before the first `/`. Results are grouped by it. */
export function caseOperationId({ id }: Pick<CaseHead, "id">): string {
  return id.split("/")[0] ?? id;
}

export function byOperation(results: readonly Result[]): ReadonlyMap<string, Result[]> {
  return Map.groupBy(results, ({ verdict }) => caseOperationId(verdict.case));
}

/** Results by what failed, those of the most cases first. Places and values, which differ between cases, do not count. */
export function byCause(results: readonly Result[]): Result[][] {
  return [...Map.groupBy(results, causeOf).values()].toSorted(
    (left, right) => right.length - left.length,
  );
}

/** What results of one cause have in common. */
export function causeOf({ outcome, verdict }: Result): string {
  const texts = verdict.findings.map((finding) =>
    repeatableText(finding, "")
      .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"')
      .replaceAll(/\/[\w~[\]/.-]+/g, "/…")
      .replace(/, found (\d{3}) .*/s, ", found $1")
      .replace(/^.* (?=was (?:accepted|refused) with \d)/s, "a value "),
  );
  return JSON.stringify([outcome, [...new Set(texts)].slice(0, MOST_TEXTS)]);
}

/** Further findings of a case mostly follow from the first ones. */
const MOST_TEXTS = 2;

export function countOutcomes(results: readonly Result[]): Readonly<Record<Outcome, number>> {
  const counts = { passed: 0, failed: 0, error: 0, "known-failure": 0, "unexpected-pass": 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

/**
 * Exit status: 0 if all passed; 1 if a case failed or could not be played, an operation is not implemented, or the list of known
 * failures is out of date; 2 if there was nothing to play.
 */
export function exitStatus({ results, notImplemented, unmatched }: Report): 0 | 1 | 2 {
  const { failed, error, "unexpected-pass": unexpected } = countOutcomes(results);
  if (results.length + notImplemented.length === 0) return 2;
  const absent = notImplemented.filter(({ known }) => !known).length;
  return failed + error + unexpected + unmatched.length + absent > 0 ? 1 : 0;
}
