import { printableJson } from "@contract-toolkit/contract";
import { repeatableText } from "../repeatable-findings.ts";
import { exchangesOf } from "./exchange-text.ts";
import { byOperation, countOutcomes, type Report, type Result } from "./report.ts";

/** Content of `report.json`. */
export type JsonReport = ReturnType<typeof reportContent>;

/**
 * Writes a report as JSON. Two runs against an unchanged target give the same bytes, except for `timings`. In `findings`,
 * values that the target made are written as `<uuid>`, `<time>`, `<token>`, `<opaque>` or `<address>`, or as the kind of value.
 */
export function jsonReport(report: Report): string {
  return `${printableJson(reportContent(report), 2)}\n`;
}

/** The content of `report.json`. */
export function reportContent(report: Report) {
  const { contract, target, results, notImplemented, needs, leftOut, unmatched, coverage, timing } =
    report;
  const exchanges = results
    .map(({ verdict }) => [verdict.case.id, exchangesOf(verdict)] as const)
    .filter(([, value]) => value.length > 0);
  return {
    contract,
    target,
    counts: countOutcomes(results),
    cases: results.map(jsonCase),
    operations: Object.fromEntries(
      [...byOperation(results)].map(([operation, group]) => [operation, countOutcomes(group)]),
    ),
    notImplemented: notImplemented.map(({ cases, known, ...item }) => ({
      ...item,
      cases: cases.length,
      ...(known && { known: known.reason }),
    })),
    ...(report.refusedCredential !== undefined && { refusedCredential: report.refusedCredential }),
    ...(needs.length > 0 && { needs }),
    leftOut,
    unmatched: unmatched.map(({ id, line }) => ({ id, line })),
    coverage,
    /** Everything that differs between two runs. `exchanges` has the requests and responses behind findings, by case. */
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
}

function jsonCase({ verdict, outcome, known }: Result) {
  const { id, kind, source } = verdict.case;
  // Only findings are compared with the values of the case.
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
