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
  message: string,
): string {
  const properties = Object.entries({ file, line, col, title })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${command} ${properties.join(",")}::${data(message)}`;
}

/** A workflow command ends with its line. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
