import { terminalText, type Line } from "@contract-toolkit/contract";
import type { CaseHead } from "../cases/case.ts";
import {
  byOperation,
  countOutcomes,
  type JudgedAbsence,
  type Outcome,
  type Report,
  type Result,
} from "./report.ts";
import { causeLines } from "./terminal/causes.ts";
import { exclusionLines } from "./terminal/exclusions.ts";
import { listNames, wrapText } from "./terminal/lines.ts";

/**
 * Writes a report for a terminal of 80 columns, so that it fits on a screen: what works, what the target does not implement,
 * failures by cause with one example each, what nobody set up, and a summary line. It has colours unless `isPlain`.
 *
 * @param run `columns`: where lines are broken; `isWritten`: the run also writes report.json
 */
export function terminalReport(
  report: Report,
  isPlain: boolean,
  { columns = Infinity, isWritten = false } = {},
): string {
  const { results } = report;
  const waiting = results.filter(isWaiting);
  const problems = results.filter(
    (result) => (result.outcome === "failed" || result.outcome === "error") && !isWaiting(result),
  );
  const { refusedCredential } = report;
  const list = isWritten ? "report.json" : "--report DIR";
  const before = [
    ...(refusedCredential === undefined ? [] : [...wrapText(refusedCredential, "red"), ""]),
    ...workingLines(report),
    ...absenceLines(report),
  ];
  const after: Line[] = [
    ...stateLines(waiting),
    ...needLines(report),
    ...knownLines(report),
    ...listStaleFailures(report).flatMap((violation) => wrapText(violation, "red")),
    ...(report.leftOut > 0 || report.isOutOfTime
      ? wrapText(
          `The run has stopped ${report.isOutOfTime ? "after its --max-time" : "at the first failure"}; ${casesWere(report.leftOut)} not played.`,
        )
      : []),
    ...summaryLines(report),
    ...exclusionLines(report, list).flatMap((line) => wrapText(line)),
    ...suggestOptions(report).flatMap((line) => wrapText(line)),
  ];
  const room = LINES_OF_SCREEN - before.length - after.length;
  const lines = [...before, ...causeLines(problems, room, list), ...after];
  return terminalText(lines, isPlain, columns);
}

/** Small terminals have 24, most about 40. */
const LINES_OF_SCREEN = 40;

/** Names of the kinds of cases in counts. */
export const pluralOf: Readonly<Record<CaseHead["kind"], string>> = {
  sample: "samples",
  derived: "derived messages",
  constraint: "constraints",
  http: "HTTP cases",
  callback: "callback cases",
  scenario: "scenarios",
};

/** Operations of which every case passed, and those of which some did. */
function workingLines({ results }: Report): Line[] {
  const working = [...byOperation(results)].filter(([, group]) =>
    group.every(({ outcome }) => outcome === "passed"),
  );
  const inPart = [...byOperation(results)].flatMap(([operation, group]) => {
    const { passed } = countOutcomes(group);
    return passed > 0 && passed < group.length
      ? [`${operation} (${passed} of ${group.length} cases)`]
      : [];
  });
  const cases = working.reduce((sum, [, group]) => sum + group.length, 0);
  const lines = [
    ...listNames(
      `works (${cases === 1 ? "1 case" : `${cases} cases`})`,
      "green",
      working.map(([operation]) => operation),
    ),
    ...listNames("works in part", "yellow", inPart),
  ];
  return lines.length > 0 ? [...lines, ""] : [];
}

/** Operations that the target does not implement, by what it answers. */
function absenceLines({ notImplemented }: Pick<Report, "notImplemented">): Line[] {
  const groups = Map.groupBy(notImplemented, ({ reason, known }) => {
    const response = /answered with (\d+)$/.exec(reason)?.[1];
    const why = response === undefined ? reason : `answered with ${response}`;
    return known ? `${why}, known: ${known.reason}` : why;
  });
  const lines = [...groups].flatMap(([why, all]) => {
    const cases = all.reduce((sum, judgedAbsence) => sum + judgedAbsence.cases.length, 0);
    return listNames(
      `not implemented (${why}; ${casesWere(cases)} not played)`,
      all.every(({ known }) => known) ? "dim" : "red",
      all.map(({ operation }) => operation),
    );
  });
  return lines.length > 0 ? [...lines, ""] : [];
}

/** Why a run says less than its results do: cases that were not played, and known failures that are out of date. */
export function unplayedLines(report: Report): Line[] {
  return [
    ...absenceLines({ notImplemented: report.notImplemented.filter(({ known }) => !known) }),
    ...stateLines(report.results.filter(isWaiting)),
    ...needLines(report),
  ];
}

/** Whether nobody set up what a case needs. */
function isWaiting({ outcome, verdict }: Result): boolean {
  return outcome === "error" && verdict.missingState !== undefined;
}

function stateLines(waiting: readonly Result[]): Line[] {
  if (waiting.length === 0) return [];
  const states = [...new Set(waiting.flatMap(({ verdict }) => verdict.missingState ?? []))];
  const count = waiting.length === 1 ? "1 case needs" : `${waiting.length} cases need`;
  return [
    ...listNames(
      `${count} provider states that nobody sets up (--provider FILE)`,
      "yellow",
      states,
    ),
    "",
  ];
}

/** What operations need that the run does not have, each cause once. */
function needLines({ needs, unreadable }: Report): Line[] {
  const groups = Map.groupBy(needs, ({ what }) => what);
  const lines = [
    ...[...groups].flatMap(([what, all]) =>
      listNames(
        `not played, need ${what}`,
        "yellow",
        all.map(({ operation, detail }) =>
          detail === "" ? operation : `${operation} (${detail})`,
        ),
      ),
    ),
    ...unreadable.flatMap((text) => wrapText(`not judged: ${text}`, "yellow")),
  ];
  return lines.length > 0 ? [...lines, ""] : [];
}

/** Failures that are known, by reason. */
function knownLines({ results }: Report): Line[] {
  const known = results.filter(({ outcome }) => outcome === "known-failure");
  return [...Map.groupBy(known, (result) => result.known?.reason ?? "")].flatMap(([reason, all]) =>
    listNames(
      `known ${all.length === 1 ? "failure" : "failures"} (${reason})`,
      "dim",
      all.map(({ verdict }) => verdict.case.id),
    ),
  );
}

/** Violations of the list of known failures, and how to correct them. */
export function listStaleFailures({ results, unmatched }: Report): string[] {
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

/** Words of the outcomes, for one and for several. Outcomes of listed cases appear only if there are any. */
const outcomeForms: readonly [Outcome, one: string, several?: string][] = [
  ["passed", "passed"],
  ["failed", "failed"],
  ["error", "error", "errors"],
  ["known-failure", "known failure", "known failures"],
  ["unexpected-pass", "unexpected pass", "unexpected passes"],
];

function isListed(outcome: Outcome): boolean {
  return outcome === "known-failure" || outcome === "unexpected-pass";
}

function summaryLines(report: Report): Line[] {
  const { contract, target, results, notImplemented, timing } = report;
  const counts = countOutcomes(results);
  const outcomes = outcomeForms.flatMap(([outcome, value, several = value]) => {
    const count = counts[outcome];
    if (count === 0) return isListed(outcome) ? [] : [`0 ${several}`];
    return [`${count} ${count === 1 ? value : several}`];
  });
  if (notImplemented.length > 0) outcomes.push(`${notImplemented.length} not implemented`);
  const kinds = [...Map.groupBy(results, ({ verdict }) => verdict.case.kind)].map(
    ([kind, value]) => `${countOutcomes(value).passed} of ${value.length} ${pluralOf[kind]}`,
  );
  const isGood = counts.passed === results.length && notImplemented.length === 0;
  return wrapText(
    [
      `${contract.title}, ${target}: ${outcomes.join(", ")}`,
      `${kinds.length > 0 ? ` (${kinds.join(", ")})` : ""} in ${(timing.milliseconds / 1000).toFixed(1)} s.`,
    ].join(""),
    isGood ? "green" : "bold",
  );
}

/** A missing credential or a wrong path makes nearly every case fail. */
function suggestOptions({ results, notImplemented }: Report): string[] {
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
