import { asWritten } from "@contract-toolkit/contract/messages";

/** What must be known about a JSON text before it is parsed. */
export type JsonScan = "plain" | "rounded" | "too-deep";

/** Checks JSON before it is parsed: whether it nests too deep, or has a number that doubles may not hold. */
export function scanJson(json: string, levels: number): JsonScan {
  // Most texts are plain, which is found without looking at every character.
  if (!hasLongNumber(json) && !SMALL.test(json) && !opensMoreThan(levels, json)) return "plain";
  const { length } = json;
  let depth = 0;
  let scan: JsonScan = "plain";
  let at = 0;
  while (at < length) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    else if (code === brace || code === bracket) {
      depth += 1;
      if (depth > levels) return "too-deep";
    } else if (code === closingBrace || code === closingBracket) depth -= 1;
    else if (isOfNumber(code)) {
      const end = endOfNumber(json, at);
      if (end - at >= ROUNDED_LENGTH || SMALL.test(json.slice(end, end + SMALL_LENGTH)))
        scan = "rounded";
      at = end - 1;
    }
    at += 1;
  }
  return scan;
}

/** RFC 8259, sections 2, 6 and 7. */
const quote = 0x22;
const backslash = 0x5c;
const bracket = 0x5b;
const closingBracket = 0x5d;
const brace = 0x7b;
const closingBrace = 0x7d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;

/** A double holds 15 digits. Numbers that are rounded have a longer run of digits and points. */
const ROUNDED_LENGTH = 16;

/** A double holds powers of ten down to 10^-307. Smaller numbers have a negative exponent of three digits. */
const SMALL = /e-\d{3}/i;
const SMALL_LENGTH = 5;

/** Whether there is a long run of digits and points, in a string or not. */
function hasLongNumber(json: string): boolean {
  // A run of this length contains one of these places.
  for (let at = ROUNDED_LENGTH - 1; at < json.length; at += ROUNDED_LENGTH) {
    if (!isOfNumber(json.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && isOfNumber(json.charCodeAt(start - 1))) start -= 1;
    if (endOfNumber(json, at) - start >= ROUNDED_LENGTH) return true;
  }
  return false;
}

/** Whether there are so many opening brackets that the nesting could be too deep. */
function opensMoreThan(levels: number, json: string): boolean {
  let left = levels;
  for (const opening of ["{", "["])
    for (let at = json.indexOf(opening); at >= 0; at = json.indexOf(opening, at + 1)) {
      left -= 1;
      if (left < 0) return true;
    }
  return false;
}

/** The place of the quotation mark that ends the string which begins at `start`. */
function endOfString(json: string, start: number): number {
  const { length } = json;
  let at = start + 1;
  while (at < length) {
    const code = json.charCodeAt(at);
    if (code === quote) break;
    if (code === backslash) at += 1;
    at += 1;
  }
  return at;
}

function endOfNumber(json: string, start: number): number {
  let at = start;
  while (at < json.length && isOfNumber(json.charCodeAt(at))) at += 1;
  return at;
}

function isOfNumber(code: number): boolean {
  return (code >= zero && code <= nine) || code === point;
}

/**
 * Parses JSON so that its numbers can be judged as they were written, without rounding. It is slower than `JSON.parse`, so it
 * is only used for texts that have such numbers (`scanJson`).
 */
export function parseExactly(text: string) {
  const roundings: (() => void)[] = [];
  let root: number | undefined;
  function judged(
    this: Record<string, unknown>,
    name: string,
    value: unknown,
    source?: { source?: string },
  ) {
    if (typeof value !== "number" || source?.source === undefined) return value;
    const written = asWritten(source.source);
    if (Object.is(written, value)) return value;
    if (name === "") root = value;
    roundings.push(() => {
      this[name] = value;
    });
    return written;
  }
  const parsed: unknown = JSON.parse(text, judged);
  return {
    value: parsed,
    /** Replaces the judged numbers by the nearest doubles, and returns the value for handlers. */
    rounded: (): unknown => {
      for (const round of roundings) round();
      return typeof parsed === "number" ? (root ?? parsed) : parsed;
    },
  };
}
