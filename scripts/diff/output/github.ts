import { readPosition } from "@contract-toolkit/kernel";
import type { Change } from "../change.ts";
import type { DiffReport } from "../report.ts";
import { exampleText, summary } from "./text.ts";

const commands = { error: "error", warning: "warning", info: "notice" } as const;

/** The report as annotations of a GitHub workflow, at the TypeSpec where the input has it. */
export function githubReport(report: DiffReport): string {
  return [...report.changes.map(annotation), summary(report), ""].join("\n");
}

function annotation({
  severity,
  id,
  operation,
  pointer,
  message,
  source,
  witness,
}: Change): string {
  const position = source.new === undefined ? undefined : readPosition(source.new);
  const properties = {
    ...(position && { file: position.file, line: position.line, col: position.column }),
    title: `${operation} ${id}`.trim(),
  };
  const written = Object.entries(properties).map(
    ([name, value]) => `${name}=${property(String(value))}`,
  );
  const example =
    severity === "error" && witness !== undefined ? `\nFor example ${exampleText(witness)}` : "";
  return `::${commands[severity]} ${written.join(",")}::${data(`${pointer} ${message}${example}`.trim())}`;
}

/** A workflow command ends with its line. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
