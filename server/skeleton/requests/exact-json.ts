import { asWritten } from "@contract-toolkit/kernel";

/** A JSON text that was read. */
export interface ParsedJson {
  /** What is judged: each number as it was written (`asWritten`). */
  readonly value: unknown;
  /** Puts the nearest doubles in place of those that were judged, and returns what handlers get; none: that is `value`. */
  readonly rounded?: () => unknown;
}

/**
 * Parses JSON so that its numbers can be judged as they were written, and not as the doubles that they are rounded to.
 * Only a text with a number that doubles may not keep costs more than `JSON.parse`.
 *
 * @throws {SyntaxError}
 */
export function parseExactly(text: string): ParsedJson {
  if (!mayBeRounded(text)) return { value: JSON.parse(text) };
  const roundings: (() => void)[] = [];
  let root: number | undefined;
  function judged(this: Record<string, unknown>, name: string, value: unknown, source?: Source) {
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
    rounded: () => {
      for (const round of roundings) round();
      return typeof parsed === "number" ? (root ?? parsed) : parsed;
    },
  };
}

/** Of a number, the text that it was read from. */
interface Source {
  readonly source?: string;
}

/**
 * A double keeps 15 digits, and powers of ten down to 10^-307: what is rounded has a longer run of digits and points, or a
 * negative exponent of three digits.
 */
function mayBeRounded(text: string): boolean {
  return (longRun.test(text) && longNumber.test(text)) || smallNumber.test(text);
}

/** Written out like this, a search looks at every 16th character only. */
const run = "[0-9.]".repeat(16);

const longRun = new RegExp(run);

/** The same where a number may stand: most long runs are in texts. */
const longNumber = new RegExp(`(?:^|[:,[\\s-])${run}`);

const smallNumber = /[0-9.][eE]-[0-9][0-9][0-9]+(?:[\s,}\]]|$)/;
