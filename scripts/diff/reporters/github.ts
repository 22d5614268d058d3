import { readPosition, terminalText } from "@contract-toolkit/contract";
import { annotation } from "./annotation.ts";
import type { Change } from "../change.ts";
import type { DiffReport } from "../report.ts";
import { exampleText, otherPlaces, summarizeDiff } from "./text.ts";

const commands = { error: "error", warning: "warning", info: "notice" } as const;

/** The report as annotations of a GitHub workflow, at the TypeSpec positions if they are known. */
export function githubReport(report: DiffReport): string {
  return [...report.changes.map(annotationOf), terminalText([summarizeDiff(report)], true)].join(
    "\n",
  );
}

function annotationOf(change: Change): string {
  const { severity, id, operation, pointer, message, source, counterexample } = change;
  const position = source.new === undefined ? undefined : readPosition(source.new);
  const place = position && { file: position.file, line: position.line, col: position.column };
  const example =
    severity === "error" && counterexample !== undefined
      ? [`For example ${exampleText(change)}`]
      : [];
  const title = `${operation} ${id}`.trim();
  return annotation(commands[severity], place ?? {}, title, [
    `${pointer} ${message}`.trim(),
    ...otherPlaces(change),
    ...example,
  ]);
}
