import { createHash } from "node:crypto";

/** Makes values of a length that were not used before. */
export type FreshValues = (length: number) => string;

/** Below this, values of different runs could be the same. */
const shortestLength = 12;

/**
 * The same seed gives the same values, in the same order.
 *
 * @param seed tells the runs against one server apart
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
    // A server may refuse what looks like a telephone number, a time or a longer number that is secret.
    return text.replaceAll(/(\d{8})\d/g, "$1A");
  };
}
