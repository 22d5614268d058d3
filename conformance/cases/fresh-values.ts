import { createHash } from "node:crypto";

/** Makes a value of a length that was not used before. */
export type FreshValues = (length: number) => string;

/** Shorter values of different runs could be equal. */
const shortestLength = 12;

/**
 * Makes unique values. The same seed gives the same values in the same order.
 *
 * @param seed must differ between the runs against one server
 * @example
 * const fresh = freshValues("run-1");
 * fresh(50).length; // 50
 */
export function freshValues(seed: string): FreshValues {
  let count = 0;
  return (length) => {
    count += 1;
    const digest = createHash("sha512").update(`${seed} ${count}`).digest("hex").toUpperCase();
    const enough = Math.max(length, shortestLength);
    const text = digest.repeat(Math.ceil(enough / digest.length)).slice(0, enough);
    // A server may refuse long rows of digits, because they look like telephone numbers, times or secrets.
    return text.replaceAll(/(\d{8})\d/g, "$1A");
  };
}
