import { indented, terminalText, type Line, type Styled } from "@contract-toolkit/contract";
import { fieldRules } from "@contract-toolkit/contract/field-rules";
import type { CaseHead } from "../cases/case.ts";
import { repeatableText } from "../stable-findings.ts";
import { describePosition } from "../verdict.ts";
import type { BoundaryState, ConstraintBoundaries } from "./boundary-coverage.ts";
import { exchangeLines, exchangesOf } from "./exchange-text.ts";
import {
  byOperation,
  countOutcomes,
  caseOperationId,
  type JudgedAbsence,
  type Outcome,
  type Report,
  type Result,
} from "./report.ts";

/**
 * Writes a report for a terminal of 80 columns, so that it fits on a screen: what works, what the target does not implement,
 * failures by cause with one example each, what nobody set up, and a summary line. It has colours unless `isPlain`.
 *
 * @param run `columns`: where lines are broken; `isOfSamples`: constraints were left out on purpose (`--samples`), so their missing cases are not reported;
 * `isWritten`: the run also writes report.json
 */
export function terminalReport(
  report: Report,
  isPlain: boolean,
  { columns = Infinity, isOfSamples = false, isWritten = false } = {},
): string {
  const { results } = report;
  const {
    failed = [],
    error = [],
    waiting = [],
  } = Object.groupBy(results, (result) =>
    failedProviderState(result) === undefined ? result.outcome : "waiting",
  );
  const known = results.filter(({ outcome }) => outcome === "known-failure");
  const lines: Line[] = [
    ...workingLines(report),
    ...absenceLines(report),
    ...causeLines([...failed, ...error], isWritten),
    ...stateLines(waiting),
    ...needLines(report),
    ...known.flatMap(({ verdict, known: listed }) =>
      wrapText(`known failure ${verdict.case.id}: ${listed?.reason ?? ""}`, "dim"),
    ),
    ...listStaleFailures(report).flatMap((violation) => wrapText(violation, "red")),
    ...(report.leftOut > 0 || report.isOutOfTime
      ? wrapText(
          `The run has stopped ${report.isOutOfTime ? "after its --max-time" : "at the first failure"}; ${casesWere(report.leftOut)} not played.`,
        )
      : []),
    ...summaryLines(report),
    ...(isOfSamples ? [] : exclusionLines(report, isWritten)).flatMap((line) => wrapText(line)),
    ...suggestOptions(report).flatMap((line) => wrapText(line)),
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
function absenceLines({ notImplemented }: Report): Line[] {
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

/** Failures and errors by cause, those of the most cases first, each with one example. */
function causeLines(problems: readonly Result[], isWritten: boolean): Line[] {
  const groups = [...Map.groupBy(problems, commonFailureText).values()].toSorted(
    (left, right) => right.length - left.length,
  );
  const rest = groups.length - MOST_CAUSES;
  return [
    ...groups
      .slice(0, MOST_CAUSES)
      .flatMap((group, index) => describeCause(group, index < MOST_WITH_EXCHANGE)),
    ...(rest > 0
      ? [
          ...wrapText(
            `${rest} more ${rest === 1 ? "cause" : "causes"} of failures: ${isWritten ? "report.json" : "--report DIR"} has all.`,
          ),
          "",
        ]
      : []),
  ];
}

/** About a screen. Only the first ones show what was sent. */
const MOST_CAUSES = 6;
const MOST_WITH_EXCHANGE = 3;

/** A failure without its place and its values: what many cases have in common. */
function commonFailureText({ outcome, verdict }: Result): string {
  const texts = verdict.findings.map((finding) =>
    repeatableText(finding, "")
      .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"')
      .replaceAll(/\/[\w~[\]/.-]+/g, "/…")
      .replace(/, found (\d{3}) .*/s, ", found $1")
      .replace(/^\S+(?= is (not )?allowed and must)/, "a value"),
  );
  return JSON.stringify([outcome, [...new Set(texts)].slice(0, 2)]);
}

function describeCause([first, ...others]: readonly Result[], hasExchange: boolean): Line[] {
  if (!first) return [];
  const { outcome, verdict } = first;
  const { id, kind, source, why } = verdict.case;
  const operations = new Set(others.map(operationOfResult));
  operations.delete(operationOfResult(first));
  const also =
    others.length === 0
      ? []
      : [
          `the same with ${others.length} more ${others.length === 1 ? "case" : "cases"}`,
          ...(operations.size > 0
            ? [` of ${[...operations].slice(0, MOST_NAMES).join(", ")}`]
            : []),
          ...(operations.size > MOST_NAMES ? [" and others"] : []),
        ];
  const shown = verdict.findings.slice(0, MOST_FINDINGS);
  return [
    [
      paint(outcome === "error" ? "yellow" : "red", outcome),
      ` ${id}${kind === "derived" ? " (derived)" : ""}`,
    ],
    ...shown.flatMap((finding) => [
      ...wrapText(finding.message, undefined, "  "),
      ...(finding.source ? [`    at ${describePosition(finding.source)}`] : []),
    ]),
    ...(verdict.findings.length > MOST_FINDINGS
      ? [`  and ${verdict.findings.length - MOST_FINDINGS} more findings`]
      : []),
    ...(verdict.findings.every((finding) => finding.source)
      ? []
      : [[paint("dim", `  at ${describePosition(source)}`)]]),
    ...(why ? wrapText(`why: ${why}`, "dim", "  ") : []),
    ...(hasExchange ? exchangesOf(verdict).slice(0, 1) : [])
      .flatMap(({ exchange }) => exchangeLines(exchange))
      .map((line) => indented(line, 2)),
    ...(also.length > 0 ? wrapText(also.join(""), undefined, "  ") : []),
    "",
  ];
}

const MOST_FINDINGS = 3;
const MOST_NAMES = 5;

function operationOfResult({ verdict }: Result): string {
  return caseOperationId(verdict.case);
}

/** The provider state that a case could not be played without. */
function failedProviderState({ outcome, verdict }: Result): string | undefined {
  if (outcome !== "error") return undefined;
  return verdict.findings
    .map(({ message }) => /provider state "([^"]*)"/.exec(message)?.[1])
    .find((name) => name !== undefined);
}

function stateLines(waiting: readonly Result[]): Line[] {
  if (waiting.length === 0) return [];
  const states = [...new Set(waiting.flatMap((waiter) => failedProviderState(waiter) ?? []))];
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

/** A list of names under a title, in a few lines. */
function listNames(title: string, style: Styled["style"], names: readonly string[]): Line[] {
  if (names.length === 0) return [];
  const lines = textLines(`${title}: ${names.join(", ")}`, "", Infinity);
  const [start = "", ...others] = lines.slice(0, MOST_LINES);
  const more = lines.length > MOST_LINES ? [`  … (${names.length} in total)`] : [];
  return [
    start.startsWith(title)
      ? [paint(style, title), start.slice(title.length)]
      : [paint(style, start)],
    ...others,
    ...more,
  ];
}

const MOST_LINES = 4;

const COLUMNS = 80;
const LONGEST_WORD = 120;

/** Most characters of a text with long values, which is cut in the middle. */
const LONGEST_TEXT = 400;

function cutInside(text: string, most: number): string {
  const half = Math.floor((most - 1) / 2);
  return text.length > most ? `${text.slice(0, half)}…${text.slice(-half)}` : text;
}

/** Breaks a text into lines between words. Long texts and words are cut in the middle. */
function wrapText(text: string, style?: Styled["style"], indent = ""): Line[] {
  const lines = textLines(text, indent, LONGEST_TEXT);
  return lines.map((line) => (style === undefined ? line : [paint(style, line)]));
}

function textLines(text: string, indent: string, longest: number): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const part of cutInside(text, longest).trimEnd().split(/\s+/)) {
    const word = cutInside(part, LONGEST_WORD);
    const isFull = line.trim() !== "" && line.length + 1 + word.length > COLUMNS;
    if (isFull) lines.push(line);
    const start = isFull ? `${indent}  ` : line;
    line = start.trim() === "" ? start + word : `${start} ${word}`;
  }
  return [...lines, line];
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

/** Boundaries without a case, which the counts do not show. Rules between fields are listed one by one. */
function exclusionLines(
  { coverage: { constraints, samples }, isLearned }: Report,
  isWritten: boolean,
): string[] {
  const all = constraints?.constraints ?? [];
  const count = countExcluded(all);
  if (count === 0) return [];
  const sampled = new Set(
    samples
      .filter(({ derived, outcome }) => (isLearned ? outcome === "passed" : !derived))
      .map(caseOperationId),
  );
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
      ` no case${becauseOf(unsampled, count, isLearned)}. `,
      `${isWritten ? "report.json" : "--report DIR"} lists the reasons.`,
    ].join(""),
  ];
}

function becauseOf(
  unsampled: readonly ConstraintBoundaries[],
  count: number,
  isLearned: boolean,
): string {
  const some = countExcluded(unsampled);
  if (some === 0) return "";
  const { size } = new Set(unsampled.map(({ constraint }) => constraint.operation));
  const operations = size === 1 ? "1 operation has" : `${size} operations have`;
  const why = isLearned
    ? `${operations} no accepted request: give values with --data FILE`
    : `${operations} no sample: add @opExample or @samples`;
  return `${some < count ? `, ${some} of them` : ""} because ${why}`;
}

function countExcluded(all: readonly ConstraintBoundaries[]): number {
  return all.flatMap((boundaries) => [boundaries.valid, boundaries.invalid]).filter(isExcluded)
    .length;
}

function isExcluded(state: BoundaryState | undefined): boolean {
  return state === "excluded";
}

const ruleNames: ReadonlySet<string> = new Set(fieldRules.map(({ name }) => name));

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
