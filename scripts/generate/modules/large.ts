/** Nobody reads a longer file by eye; whitespace and names are up to half of it. In characters. */
export const LONGEST_READABLE = 1_000_000;

/** A value as JSON with a line for each part; a long text has one for each of the parts of its second level alone. */
export function jsonText(value: object): string {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  return text.length > LONGEST_READABLE ? `${linesOf(value, 0)}\n` : text;
}

function linesOf(value: unknown, depth: number): string {
  if (depth === LINED_LEVELS || typeof value !== "object" || value === null || Array.isArray(value))
    return JSON.stringify(value);
  const entries = Object.entries(value).flatMap(([name, inside]: [string, unknown]) =>
    inside === undefined ? [] : [`${JSON.stringify(name)}:${linesOf(inside, depth + 1)}`],
  );
  return `{\n${entries.join(",\n")}\n}`;
}

/** The members of a document, and of each of them: paths, kinds of components, messages. */
const LINED_LEVELS = 2;

/** HTML without indents outside of samples, and without the end tags that HTML lets one leave out. */
export function denseHtml(page: string): string {
  return page
    .split(/(<pre>[^]*?<\/pre>)/)
    .map((part) => (part.startsWith("<pre>") ? part : withoutIndents(part)))
    .join("");
}

function withoutIndents(part: string): string {
  return part
    .replaceAll(/<\/(?:td|tr|li)>/g, "")
    .replaceAll(/\s*\n\s*/g, "\n")
    .replaceAll(/\s+>/g, ">")
    .replaceAll(/<p>\s*<\/p>/g, "")
    .replaceAll(/\n(?=<\/?(?:td|tr|table|ul|li|p|section|h\d)\b)/g, "")
    .replaceAll(/(<(?:td|tr|table|ul|li|p|section|h\d)(?: [^>]*)?>)\n/g, "$1");
}

/** TypeScript with one space for each four that a long one is indented by. */
export function denseCode(code: string): string {
  return code.length > LONGEST_READABLE
    ? code.replaceAll(/^(?: {4})+/gm, (indent) => " ".repeat(indent.length / 4))
    : code;
}
