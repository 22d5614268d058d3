import { asWritten } from "@contract-toolkit/kernel/messages";

/** A JSON text that was read. */
export interface ParsedJson {
  /** What is judged: each number as it was written (`asWritten`). */
  readonly value: unknown;
  /** Puts the nearest doubles in place of those that were judged, and returns what handlers get. */
  readonly rounded: () => unknown;
}

/**
 * Parses JSON so that its numbers can be judged as they were written, and not as the doubles that they are rounded to.
 * This costs more than `JSON.parse`, so it is for texts that have such numbers (`scanJson`).
 *
 * @throws {SyntaxError}
 */
export function parseExactly(text: string): ParsedJson {
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
