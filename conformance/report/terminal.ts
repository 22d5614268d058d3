import { indented, terminalText, type Line, type Styled } from "@contract-toolkit/contract";
import { fieldRules } from "@contract-toolkit/contract/field-rules";
import type { CaseHead } from "../cases/case.ts";
import { describePosition, type Finding } from "../verdict.ts";
import type { BoundaryState, ConstraintBoundaries } from "./boundary-coverage.ts";
import { exchangeLines, exchangesOf } from "./exchange-text.ts";
import {
  byCause,
  byOperation,
  countOutcomes,
  operationOf,
  type JudgedAbsence,
  type Outcome,
  type Report,
  type Result,
} from "./report.ts";

/**
 * Writes a report for a terminal: failures and errors by operation, each finding with its place in TypeSpec, what is wrong with
 * the list of known failures, and one summary line. It has colours unless `isPlain`.
 *
 * @param run `columns`: where lines are broken; `isOfSamples`: constraints were left out on purpose (`--samples`), so their missing cases are not reported;
 * `isWritten`: the run also writes report.json
 */
export function terminalReport(
  report: Report,
  isPlain: boolean,
  { columns = Infinity, isOfSamples = false, isWritten = false } = {},
): string {
  const problems = report.results.filter(
    ({ outcome }) => outcome === "failed" || outcome === "error",
  );
  const known = report.results.filter(({ outcome }) => outcome === "known-failure");
  const lines: Line[] = [
    ...[...byOperation(problems)].flatMap(([operation, results]): Line[] => [
      [paint("bold", operation)],
      ...byCause(results).flatMap(describeGroup),
      "",
    ]),
    ...known.map(({ verdict, known: listed }) => [
      paint("dim", `known failure  ${verdict.case.id}: ${listed?.reason ?? ""}`),
    ]),
    ...report.notImplemented.map(absenceLine),
    ...listFaults(report).map((fault) => [paint("red", fault)]),
    ...operationLines(report),
    ...(report.leftOut > 0
      ? [`The run has stopped at the first failure; ${casesWere(report.leftOut)} not played.`]
      : []),
    summaryLine(report),
    ...(isOfSamples ? [] : exclusionLines(report, isWritten)),
    ...advice(report),
  ];
  return terminalText(lines, isPlain, columns);
}

/** Names of the kinds of cases in counts. */
export const pluralOf: Readonly<Record<CaseHead["kind"], string>> = {
  sample: "samples",
  derived: "derived messages",
  constraint: "constraints",
  http: "HTTP cases",
  callback: "callback cases",
  scenario: "scenarios",
};

function paint(style: Styled["style"], text: string): Styled {
  return { style, text };
}

/** The other reports list all ids. */
const mostIds = 5;

/** A case sends a receiver dozens of messages. */
const mostExchanges = 2;

function describeGroup([first, ...others]: Result[]): Line[] {
  if (!first) return [];
  const { outcome, verdict } = first;
  const { id, kind, source, why } = verdict.case;
  const ids = others.slice(0, mostIds).map((each) => each.verdict.case.id);
  const rest = others.length - ids.length;
  return [
    [
      "  ",
      paint(outcome === "error" ? "yellow" : "red", outcome),
      ` ${id}${kind === "derived" ? " (derived)" : ""}`,
    ],
    ...verdict.findings.flatMap(describeFindingLines),
    ...(verdict.findings.every((finding) => finding.source)
      ? []
      : [[paint("dim", `      at ${describePosition(source)}`)]]),
    ...(why ? [[paint("dim", `      why: ${why}`)]] : []),
    ...exchangesOf(verdict)
      .slice(0, mostExchanges)
      .flatMap(({ exchange }) => exchangeLines(exchange))
      .map((line) => indented(line, 6)),
    ...ids.map((each) => `      the same with ${each}`),
    ...(rest > 0 ? [`      and with ${rest} more`] : []),
  ];
}

function describeFindingLines({ message, source }: Finding): string[] {
  return [`      ${message}`, ...(source ? [`        at ${describePosition(source)}`] : [])];
}

/** Faults of the list of known failures, and how to correct them. */
export function listFaults({ results, unmatched }: Report): string[] {
  return [
    ...results.flatMap(({ outcome, verdict, known }) =>
      outcome === "unexpected-pass"
        ? [`${verdict.case.id} passes; remove line ${String(known?.line)} of the known failures.`]
        : [],
    ),
    ...unmatched.map(
      ({ id, line }) =>
        `There is no case ${id} that fails; remove line ${line} of the known failures.`,
    ),
  ];
}

export function absenceText({ operation, reason, cases, known }: JudgedAbsence): string {
  return `${operation}: ${reason}; ${casesWere(cases.length)} not played${known ? ` (known: ${known.reason})` : ""}`;
}

function casesWere(count: number): string {
  return count === 1 ? "1 case was" : `${count} cases were`;
}

function absenceLine(absence: JudgedAbsence): Line {
  const style = absence.known ? "dim" : "red";
  return [paint(style, "not implemented  "), absenceText(absence)];
}

/** Counts for each operation of which not all cases passed. */
function operationLines({ results }: Report): Line[] {
  const counted = [...byOperation(results)].map(([operation, group]) => {
    const { passed, ...others } = countOutcomes(group);
    const further = Object.entries(others).flatMap(([outcome, count]) =>
      count > 0 ? [`, ${count} ${outcome.replace("-", " ")}`] : [],
    );
    return { operation, passed, further };
  });
  const open = counted.filter(({ further }) => further.length > 0);
  if (open.length === 0) return [];
  const width = Math.max(...open.map(({ operation }) => operation.length));
  const rest = counted.length - open.length;
  return [
    ...open.map(
      ({ operation, passed, further }) =>
        `${operation.padEnd(width)}  ${passed} passed${further.join("")}`,
    ),
    ...(rest > 0 ? [`All cases of ${rest} other operations passed.`] : []),
    "",
  ];
}

/** Styles and words of the outcomes, for one and for several. Outcomes of listed cases appear only if there are any. */
const outcomeForms: readonly [Outcome, Styled["style"], one: string, several?: string][] = [
  ["passed", "green", "passed"],
  ["failed", "red", "failed"],
  ["error", "yellow", "error", "errors"],
  ["known-failure", "yellow", "known failure", "known failures"],
  ["unexpected-pass", "red", "unexpected pass", "unexpected passes"],
];

function isListed(outcome: Outcome): boolean {
  return outcome === "known-failure" || outcome === "unexpected-pass";
}

function summaryLine(report: Report): Line {
  const { contract, target, results, notImplemented, timing } = report;
  const outcomes = outcomeForms.flatMap(
    ([outcome, style, one, several = one]): (string | Styled)[] => {
      const count = countOutcomes(results)[outcome];
      if (count === 0) return isListed(outcome) ? [] : [`0 ${several}`];
      return [paint(style, `${count} ${count === 1 ? one : several}`)];
    },
  );
  if (notImplemented.length > 0)
    outcomes.push(paint("red", `${notImplemented.length} not implemented`));
  const kinds = [...Map.groupBy(results, ({ verdict }) => verdict.case.kind)].map(
    ([kind, each]) => `${countOutcomes(each).passed} of ${each.length} ${pluralOf[kind]}`,
  );
  return [
    paint("bold", `${contract.title}, ${target}`),
    ": ",
    ...outcomes.flatMap((each, index) => (index === 0 ? [each] : [", ", each])),
    `${kinds.length > 0 ? ` (${kinds.join(", ")})` : ""} in ${(timing.milliseconds / 1000).toFixed(1)} s.`,
  ];
}

/** Boundaries without a case, which the counts do not show. Rules between fields are listed one by one. */
function exclusionLines(
  { coverage: { constraints, samples } }: Report,
  isWritten: boolean,
): string[] {
  const all = constraints?.constraints ?? [];
  const count = countExcluded(all);
  if (count === 0) return [];
  const sampled = new Set(samples.filter((each) => !each.derived).map(operationOf));
  const unsampled = all.filter(({ constraint }) => !sampled.has(constraint.operation));
  const unbroken = all.filter(
    ({ constraint, invalid }) => isExcluded(invalid) && ruleNames.has(constraint.keyword),
  );
  return [
    ...unbroken.map(
      ({ constraint: { operation, place, keyword } }) =>
        `No case breaks @${keyword} of ${operation} ${place}: no value derived from its samples breaks only this rule.`,
    ),
    [
      count === 1 ? "1 boundary of a constraint has" : `${count} boundaries of constraints have`,
      ` no case${becauseOf(unsampled, count)}. `,
      `${isWritten ? "report.json" : "--report DIR"} lists the reasons.`,
    ].join(""),
  ];
}

function becauseOf(unsampled: readonly ConstraintBoundaries[], count: number): string {
  const some = countExcluded(unsampled);
  if (some === 0) return "";
  const { size } = new Set(unsampled.map(({ constraint }) => constraint.operation));
  const operations = size === 1 ? "1 operation has" : `${size} operations have`;
  return `${some < count ? `, ${some} of them` : ""} because ${operations} no sample: add @opExample or @samples`;
}

function countExcluded(all: readonly ConstraintBoundaries[]): number {
  return all.flatMap((each) => [each.valid, each.invalid]).filter(isExcluded).length;
}

function isExcluded(state: BoundaryState | undefined): boolean {
  return state === "excluded";
}

const ruleNames: ReadonlySet<string> = new Set(fieldRules.map(({ name }) => name));

/** A missing credential or a wrong path makes nearly every case fail. */
function advice({ results, notImplemented }: Report): string[] {
  if (results.length === 0 && notImplemented.length > 0 && notImplemented.every(isUnknownPath))
    return [
      "Is the contract served below a prefix? Give --base-path (or the path in --server URL).",
    ];
  const refused = results.filter(({ verdict }) =>
    verdict.findings.some(({ message }) => message.includes("found 401")),
  ).length;
  return refused * 2 > results.length
    ? [
        "Most requests were refused with 401: give credentials of this server with --header 'Name: value'.",
      ]
    : [];
}

function isUnknownPath({ reason }: JudgedAbsence): boolean {
  return reason.endsWith(" 404");
}
