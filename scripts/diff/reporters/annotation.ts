import { printable } from "@contract-toolkit/contract";

/** The place of an annotation. `file` is a path from the root of the repository. */
export interface AnnotationPlace {
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
}

/**
 * Writes an annotation as a workflow command of GitHub.
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

/** Escapes `%`. Line ends have been escaped by `printable`. */
function data(text: string): string {
  return text.replaceAll("%", "%25");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
