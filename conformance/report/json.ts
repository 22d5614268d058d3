import { jsonText, type SourcePosition } from "@contract-toolkit/kernel";
import type { CaseHead } from "../cases/case.ts";
import { repeatableText } from "../known-failures/stable-findings.ts";
import type { Target } from "../cases/case.ts";
import type { Coverage } from "./coverage.ts";
import { exchangesOf, type ExchangeOfFindings } from "./exchange-text.ts";
import { byOperation, countOutcomes, type Report } from "./report.ts";
import type { Outcome, Result } from "./result.ts";

/**
 * A report as JSON. Two runs against an unchanged target give the same bytes but for `timings`: values that the target has
 * made stand in `findings` as `<uuid>`, `<time>`, `<token>`, `<opaque>` or `<address>`, or as the kind of value.
 */
export interface JsonReport {
  readonly contract: { readonly title: string; readonly version: string };
  readonly target: Target;
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly cases: readonly {
    readonly id: string;
    readonly kind: CaseHead["kind"];
    readonly outcome: Outcome;
    readonly source: SourcePosition;
    readonly findings: readonly {
      readonly message: string;
      readonly source?: SourcePosition;
    }[];
    /** Why it is listed as a known failure, where it is. */
    readonly known?: string;
  }[];
  /** What came of the cases of each operation. */
  readonly operations: Readonly<Record<string, Readonly<Record<Outcome, number>>>>;
  /** Operations that the target does not have, and how many cases need them, which were not played. */
  readonly notImplemented: readonly {
    readonly operation: string;
    readonly reason: string;
    readonly cases: number;
    /** Why it is listed as a known failure, where all of its cases are. */
    readonly known?: string;
  }[];
  /** How many cases were left out because the run has stopped before them. */
  readonly leftOut: number;
  /** Lines of known failures that there is no case of, or none that fails. */
  readonly unmatched: readonly { readonly id: string; readonly line: number }[];
  readonly coverage: Coverage;
  readonly timings: {
    readonly startedAt: string;
    readonly seed: string;
    readonly milliseconds: number;
    /** By the id of the case. */
    readonly cases: Readonly<Record<string, number>>;
    /** By the id of the case, what its findings came of; absent where there is none. It differs between two runs. */
    readonly exchanges?: Readonly<Record<string, readonly ExchangeOfFindings[]>>;
  };
}

/** Writes a report as JSON. */
export function jsonReport(report: Report): string {
  const { contract, target, results, notImplemented, leftOut, unmatched, coverage, timing } =
    report;
  const exchanges = results
    .map(({ verdict }) => [verdict.case.id, exchangesOf(verdict)] as const)
    .filter(([, each]) => each.length > 0);
  const json: JsonReport = {
    contract,
    target,
    counts: countOutcomes(results),
    cases: results.map(jsonCase),
    operations: Object.fromEntries(
      [...byOperation(results)].map(([operation, group]) => [operation, countOutcomes(group)]),
    ),
    notImplemented: notImplemented.map(({ cases, known, ...each }) => ({
      ...each,
      cases: cases.length,
      ...(known && { known: known.reason }),
    })),
    leftOut,
    unmatched: unmatched.map(({ id, line }) => ({ id, line })),
    coverage,
    timings: {
      startedAt: timing.startedAt.toISOString(),
      seed: timing.seed,
      milliseconds: Math.round(timing.milliseconds),
      cases: Object.fromEntries(
        results.map(({ verdict, milliseconds }) => [verdict.case.id, Math.round(milliseconds)]),
      ),
      ...(exchanges.length > 0 && { exchanges: Object.fromEntries(exchanges) }),
    },
  };
  return `${jsonText(json, 2)}\n`;
}

function jsonCase({ verdict, outcome, known }: Result): JsonReport["cases"][number] {
  const { id, kind, source } = verdict.case;
  // Only a case with findings needs the case's own values.
  const written = verdict.findings.length > 0 ? JSON.stringify(verdict.case) : "";
  return {
    id,
    kind,
    outcome,
    source,
    findings: verdict.findings.map((finding) => ({
      message: repeatableText(finding, written),
      ...(finding.source && { source: finding.source }),
    })),
    ...(known && { known: known.reason }),
  };
}
