import { isContainer } from "@contract-toolkit/kernel";

/** A copy in which every object has its keys in reverse. */
export function backToFront(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backToFront);
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, field]) => [name, backToFront(field)]),
  );
}

/** JSON in which every letter of a string is written by its number (RFC 8259, section 7). */
export function escapedText(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /"(?:[^"\\]|\\.)*"/g,
    (text) => `"${(JSON.parse(text) as string).replaceAll(/[^]/g, escaped)}"`,
  );
}

/** JSON with as much white space as there can be. */
export function spacedText(value: unknown): string {
  return `\n${JSON.stringify(value, undefined, "\t")}\r\n `;
}

/** JSON without any character beyond ASCII, its escapes with capitals. */
export function escapedBeyondAscii(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}

/** JSON whose slashes are escaped, as some writers do for the sake of HTML. */
export function escapedSlashes(value: unknown): string {
  return JSON.stringify(value).replaceAll("/", "\\/");
}

/** JSON in which each whole number outside a text is written in another way. */
export function numbersAs(value: unknown, write: (number: string) => string): string {
  return JSON.stringify(value).replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?![\d.eE])/g, (token) =>
    token.startsWith('"') ? token : write(token),
  );
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
