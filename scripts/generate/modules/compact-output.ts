/**
 * In characters. Longer files are written compactly, because nobody reads them. Whitespace and names are up to half of
 * them.
 */
export const LONGEST_READABLE = 1_000_000;

/** A value as indented JSON. Long JSON has a line for each member of the first two levels only. */
export function formatGeneratedJson(value: object): string {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  return text.length > LONGEST_READABLE ? `${writeCompactLines(value, 0)}\n` : text;
}

function writeCompactLines(value: unknown, depth: number): string {
  if (depth === LINED_LEVELS || typeof value !== "object" || value === null || Array.isArray(value))
    return JSON.stringify(value);
  const entries = Object.entries(value).flatMap(([name, inside]: [string, unknown]) =>
    inside === undefined ? [] : [`${JSON.stringify(name)}:${writeCompactLines(inside, depth + 1)}`],
  );
  return `{\n${entries.join(",\n")}\n}`;
}

/** The members of a document and their members, such as paths and messages. */
const LINED_LEVELS = 2;

/** TypeScript code; long code is indented by one space instead of four. */
export function denseCode(code: string): string {
  return code.length > LONGEST_READABLE
    ? code.replaceAll(/^(?: {4})+/gm, (indent) => " ".repeat(indent.length / 4))
    : code;
}
