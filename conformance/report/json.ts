import type { SourcePosition } from "contract-kernel";
import type { CaseHead } from "../case.ts";
import { repeatableText } from "../repeatable.ts";
import type { Side } from "../verdict.ts";
import type { Coverage } from "./coverage.ts";
import { countOutcomes, type Outcome, type Report, type Result } from "./report.ts";

/**
 * A report as JSON. Two runs against an unchanged side give the same bytes but for `timings`: values that the side has
 * made stand in `findings` as `<uuid>`, `<time>`, `<token>`, `<opaque>` or `<address>`, or as the kind of value.
 */
export interface JsonReport {
  readonly contract: { readonly title: string; readonly version: string };
  readonly side: Side;
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
  /** Cases that are listed as known failures and that there are none of. */
  readonly unmatched: readonly { readonly id: string; readonly line: number }[];
  readonly coverage: Coverage;
  readonly timings: {
    readonly startedAt: string;
    readonly seed: string;
    readonly milliseconds: number;
    /** By the id of the case. */
    readonly cases: Readonly<Record<string, number>>;
  };
}

/** Writes a report as JSON. */
export function jsonReport(report: Report): string {
  const { contract, side, results, unmatched, coverage, timing } = report;
  const json: JsonReport = {
    contract,
    side,
    counts: countOutcomes(results),
    cases: results.map(jsonCase),
    unmatched: unmatched.map(({ id, line }) => ({ id, line })),
    coverage,
    timings: {
      startedAt: timing.startedAt.toISOString(),
      seed: timing.seed,
      milliseconds: Math.round(timing.milliseconds),
      cases: Object.fromEntries(
        results.map(({ verdict, milliseconds }) => [verdict.case.id, Math.round(milliseconds)]),
      ),
    },
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

function jsonCase({ verdict, outcome, known }: Result): JsonReport["cases"][number] {
  const { id, kind, source } = verdict.case;
  // Only what is broken needs the case's own values.
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
