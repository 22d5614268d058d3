import type { Change, Severity } from "../change.ts";
import type { DiffReport } from "../report.ts";

/** The report for a terminal. */
export function textReport(report: DiffReport, isPlain: boolean): string {
  const { changes } = report;
  const groups = Map.groupBy(changes, ({ operation }) => operation);
  const lines = [...groups].flatMap(([operation, group]) => [
    operation === "" ? "The contract" : operation,
    ...group.flatMap((change) => changeLines(change, isPlain)),
    "",
  ]);
  return [...lines, summary(report), ""].join("\n");
}

/** Whether there are no colours: see https://no-color.org. */
export function isPlain(): boolean {
  return !process.stdout.isTTY || Boolean(process.env["NO_COLOR"]);
}

/** How many changes of each severity there are, in a sentence. */
export function summary({ old, new: now, changes, breaking }: DiffReport): string {
  if (changes.length === 0) return `Nothing changed from ${old} to ${now}.`;
  const count = (severity: Severity) => changes.filter((each) => each.severity === severity).length;
  const broken = breaking === 1 ? "1 breaks somebody" : `${breaking} break somebody`;
  const changed = changes.length === 1 ? "1 change" : `${changes.length} changes`;
  return `${changed} from ${old} to ${now}: ${broken}, ${count("warning")} may, ${count("info")} do not.`;
}

const colours: Readonly<Record<Severity, number>> = { error: 31, warning: 33, info: 36 };

function changeLines(change: Change, isPlain: boolean): string[] {
  const { severity, id, pointer, message, witness } = change;
  const name = severity.padEnd(7);
  const coloured = isPlain ? name : `\u001b[${colours[severity]}m${name}\u001b[0m`;
  return [
    `  ${coloured} ${pointer === "" ? "" : `${pointer}: `}${message}  [${id}]`,
    ...(sourceText(change) === "" ? [] : [`          ${sourceText(change)}`]),
    ...(severity === "error" && witness !== undefined
      ? [`          for example ${exampleText(witness)}`]
      : []),
  ];
}

/** People see from the beginning of a message what it is about; `--json` has all of it. */
const maxExample = 300;

/** A witness as people read it. */
export function exampleText(witness: unknown): string {
  const text = JSON.stringify(witness);
  return text.length > maxExample ? `${text.slice(0, maxExample)}…` : text;
}

/** Where a change is in the TypeSpec, the new side first. */
export function sourceText({ source }: Change): string {
  if (source.new === source.old) return source.new ?? "";
  const before = source.old === undefined ? "" : `was ${source.old}`;
  return [source.new, before].filter(Boolean).join(", ");
}
