import { createHash } from "node:crypto";

/** Makes values that were not used before: the same seed gives the same ones. */
export type FreshValues = (sample: string) => string;

/** Values are as long as their sample, so that a sample at the edge of a length stays there. */
const shortestLength = 12;

/**
 * @param seed tells the runs against one server apart
 * @example
 * const fresh = freshValues("run-1");
 * fresh("ORDER-2026-0001"); // 15 other characters
 */
export function freshValues(seed: string): FreshValues {
  let count = 0;
  return (sample) => {
    count += 1;
    const digest = createHash("sha512")
      .update(`${seed} ${String(count)}`)
      .digest("hex")
      .toUpperCase();
    const length = Math.max(sample.length, shortestLength);
    return digest.repeat(Math.ceil(length / digest.length)).slice(0, length);
  };
}
