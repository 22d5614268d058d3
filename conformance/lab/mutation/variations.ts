import { isContainer } from "@contract-toolkit/kernel";

/** Values that say the same in another way, or another thing of the same kind. */

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

/** Values of the same kind, the likeliest to have the same format first. */
export function otherValues(value: unknown): unknown[] {
  if (typeof value === "number") return [value + 1, value - 1];
  if (typeof value === "boolean") return [!value];
  if (typeof value !== "string") return [];
  if (uuid.test(value))
    // Its version and variant stay.
    return [
      value.replaceAll(/[0-9a-f]/gi, (digit, at: number) =>
        at === 14 || at === 19 ? digit : rotated(digit),
      ),
    ];
  if (dateTime.test(value))
    return [value.replace(/T\d\d/, (hour) => (hour === "T11" ? "T12" : "T11"))];
  const [, host = "", rest = ""] = /^(\w+:\/\/[^/]*)?(.*)$/s.exec(value) ?? [];
  return [host + rest.replaceAll(/[0-9A-Za-z]/g, rotated), `${value}x`, `${value} ${value}`].filter(
    (other) => other !== value,
  );
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:/;

/** The next letter or digit of its class; hexadecimal digits stay hexadecimal. */
function rotated(character: string): string {
  const rings = ["0123456789", "abcdef", "ghijklmnopqrstuvwxyz", "ABCDEF", "GHIJKLMNOPQRSTUVWXYZ"];
  const ring = rings.find((each) => each.includes(character)) ?? character;
  return ring[(ring.indexOf(character) + 1) % ring.length] ?? character;
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
