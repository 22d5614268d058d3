import { printable } from "@contract-toolkit/kernel";

/** What an annotation of a GitHub workflow is about; a path from the repository's root. */
export interface AnnotationPlace {
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
}

/**
 * An annotation as a workflow command.
 * See https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands.
 */
export function annotation(
  command: "error" | "warning" | "notice",
  { file, line, col }: AnnotationPlace,
  title: string,
  lines: readonly string[],
): string {
  const properties = Object.entries({ file, line, col, title })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${property(printable(String(value)))}`);
  return `::${command} ${properties.join(",")}::${lines.map((line) => data(printable(line))).join("%0A")}`;
}

/** The line ends that a workflow command would read from these have been escaped as text by now. */
function data(text: string): string {
  return text.replaceAll("%", "%25");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
