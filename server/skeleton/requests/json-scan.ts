/** What a JSON text asks of those who parse it. */
export type JsonScan = "plain" | "rounded" | "too-deep";

/**
 * Looks through JSON before anything is made of it, in one pass over its bytes: whether it nests deeper than so many levels
 * (an object or list in none is one level deep), or has a number that doubles may not keep. Of what is no JSON, the part
 * before the first mistake is read rightly.
 */
export function scanJson(json: Uint8Array, levels: number): JsonScan {
  let depth = 0;
  let scan: JsonScan = "plain";
  let at = 0;
  while (at < json.length) {
    const byte = json[at] ?? 0;
    if (byte === quote) at = endOfString(json, at);
    else if (byte === brace || byte === bracket) {
      depth += 1;
      if (depth > levels) return "too-deep";
    } else if (byte === closingBrace || byte === closingBracket) depth -= 1;
    else if (isDigit(byte)) {
      const end = endOfNumber(json, at);
      if (end - at >= ROUNDED_LENGTH || isSmall(json, end)) scan = "rounded";
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
const minus = 0x2d;
const smallE = 0x65;

/** A double keeps 15 digits: what is rounded has a longer run of digits and points. */
const ROUNDED_LENGTH = 16;

/** The place of the quotation mark that ends the string that begins at `start`. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

/** Where the digits and the point of a number end. */
function endOfNumber(json: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(json[at]) || json[at] === point) at += 1;
  return at;
}

/** A double keeps powers of ten down to 10^-307: what is smaller has a negative exponent of three digits. */
function isSmall(json: Uint8Array, exponent: number): boolean {
  const isNegative = ((json[exponent] ?? 0) | 0x20) === smallE && json[exponent + 1] === minus;
  return isNegative && [2, 3, 4].every((offset) => isDigit(json[exponent + offset]));
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
