import { markdownCode } from "@contract-toolkit/contract";
import type { Change, Severity } from "../change.ts";
import { isOfContract, type DiffReport } from "../report.ts";
import { exampleText, otherPlaces, sourceText, summary } from "./text.ts";

const headings: Readonly<Record<Severity, string>> = {
  error: "Breaking",
  warning: "Possibly breaking",
  info: "Compatible",
};

/** In characters. A comment of a pull request has at most 65,536, and the report has up to three tables. */
const maxTable = 20_000;

/** The report as a comment of a pull request. */
export function markdownReport(report: DiffReport): string {
  const severities: readonly Severity[] = ["error", "warning", "info"];
  const sections = severities.flatMap((severity) => {
    const changes = report.changes.filter((each) => each.severity === severity);
    const [ofContract, ofVersion] = [
      changes.filter(isOfContract),
      changes.filter((change) => !isOfContract(change)),
    ];
    return [
      section(severity, headings[severity], ofContract),
      section(severity, "Version and accepted breaks", ofVersion),
    ].flat();
  });
  return [`## Contract: ${summary(report, markdownCode)}`, ...sections, ""].join("\n\n");
}

function section(severity: Severity, heading: string, changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const rows = fitting(changes.map(row));
  const left = changes.length - rows.length;
  const table = [
    "| Operation | Where | What | For example | TypeSpec |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
  const more = left > 0 ? `\n\nAnd ${left} more.` : "";
  const title = `${heading} (${changes.length})`;
  return [
    severity === "error"
      ? `### ${title}\n\n${table}${more}`
      : `<details><summary>${title}</summary>\n\n${table}${more}\n\n</details>`,
  ];
}

function fitting(rows: readonly string[]): readonly string[] {
  let room = maxTable;
  const end = rows.findIndex((each) => (room -= each.length + 1) < 0);
  return end === -1 ? rows : rows.slice(0, end);
}

function row(change: Change): string {
  const { operation, pointer, message, witness, id } = change;
  const example = witness === undefined ? "" : exampleText(change);
  const what = `${markdownCode(message)} (${markdownCode(id)})`;
  const [first, where, ...last] = [operation, pointer, example, sourceText(change)].map(
    markdownCode,
  );
  const others = otherPlaces(change).map((each) => ` ${markdownCode(each)}`);
  return `| ${[first, [where, ...others].join(""), what, ...last].join(" | ")} |`;
}
