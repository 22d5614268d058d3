import {
  cutMiddle,
  indented,
  isContainer,
  printableJson,
  type Line,
  pointerNames,
  pointerStep,
  valueAt,
} from "@contract-toolkit/contract";
import { changePlaces, type Change, type Severity } from "../change.ts";
import { isOfContract, type DiffReport } from "../report.ts";

/** The report for a terminal. */
export function textReport(report: DiffReport): Line[] {
  return [...changeLines(report.changes).flatMap((group) => [...group, ""]), summarizeDiff(report)];
}

/** The lines of all changes, grouped by operation. */
export function changeLines(changes: readonly Change[]): Line[][] {
  // The contract as a whole comes last.
  const sorted = changes.toSorted(
    (left, right) => Number(left.operation === "") - Number(right.operation === ""),
  );
  const groups = Map.groupBy(sorted, ({ operation }) => operation);
  return [...groups].map(([operation, group]) => [
    operation === "" ? "The contract" : operation,
    ...group.flatMap(renderChange),
  ]);
}

/**
 * The number of changes of each severity, as a sentence.
 *
 * @param quoted quotes the name of a side for the format of the sentence
 */
export function summarizeDiff(
  report: DiffReport,
  quoted: (name: string) => string = (name) => name,
): string {
  const { breaking } = report;
  const changes = report.changes.filter(isOfContract);
  const [old, now] = [quoted(report.old), quoted(report.new)];
  if (changes.length === 0) return `Nothing changed from ${old} to ${now}.`;
  const count = (severity: Severity) =>
    changes.filter((change) => change.severity === severity).length;
  const changed = changes.length === 1 ? "1 change" : `${changes.length} changes`;
  return `${changed} from ${old} to ${now}: ${breaking} breaking, ${count("warning")} possibly breaking, ${count("info")} compatible.`;
}

const colours = { error: "red", warning: "yellow", info: "cyan" } as const;

function renderChange(change: Change): Line[] {
  const { severity, id, pointer, message, counterexample } = change;
  const name = { style: colours[severity], text: severity.padEnd(7) };
  return [
    ["  ", name, ` ${pointer === "" ? "" : `${pointer}: `}${message}  [${id}]`],
    ...[
      ...(sourceText(change) === "" ? [] : [sourceText(change)]),
      ...otherPlaces(change),
      ...(severity === "error" && counterexample !== undefined
        ? [`for example ${exampleText(change)}`]
        : []),
    ].map((line) => indented(line, 10)),
  ];
}

/** Further places that people see. `--json` prints all. */
const mostShown = 3;

/** The further places of a change, as a line; none if it has only one. */
export function otherPlaces(change: Change): string[] {
  const [, ...others] = changePlaces(change);
  if (others.length === 0) return [];
  const shown = others
    .slice(0, mostShown)
    .map(({ operation, pointer }) => `${operation}${pointer}`);
  const more = others.length > shown.length ? ", …" : "";
  const count = others.length === 1 ? "1 more place" : `${others.length} more places`;
  return [`and at ${count}: ${shown.join(", ")}${more}`];
}

/** In characters: with its words, an example fits into a line of 80. `--json` prints the whole message. */
const maxExample = 56;

/** The counterexample of a change, shortened for people to the changed place. */
export function exampleText({ counterexample, counterexamplePointer = "" }: Change): string {
  const text = printableJson(counterexample);
  return text.length > maxExample
    ? cutText(counterexample, pointerNames(counterexamplePointer))
    : text;
}

/** A value as JSON, in which `…` stands for what is beside the names. */
function cutText(value: unknown, [name, ...names]: readonly string[]): string {
  if (name === undefined || !isContainer(value)) {
    return cutMiddle(printableJson(value), maxExample / 2);
  }
  const found = valueAt(value, `/${pointerStep(name)}`);
  const hasOthers = Object.keys(value).length > (found === undefined ? 0 : 1);
  const inside = [
    ...(found === undefined ? [] : [cutText(found, names)]),
    ...(hasOthers ? ["…"] : []),
  ];
  if (Array.isArray(value)) return `[${inside.join(",")}]`;
  if (found !== undefined) inside[0] = `${printableJson(name)}:${inside[0] ?? ""}`;
  return `{${inside.join(",")}}${found === undefined ? ` without ${printableJson(name)}` : ""}`;
}

/** The TypeSpec positions of a change, the new side first. */
export function sourceText({ source }: Change): string {
  if (source.new === source.old) return source.new ?? "";
  const before = source.old === undefined ? "" : `was ${source.old}`;
  return [source.new, before].filter(Boolean).join(", ");
}
