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

/** TypeScript with one space for each four that a long one is indented by. */
export function denseCode(code: string): string {
  return code.length > LONGEST_READABLE
    ? code.replaceAll(/^(?: {4})+/gm, (indent) => " ".repeat(indent.length / 4))
    : code;
}
