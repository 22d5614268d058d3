import { createHash } from "node:crypto";

/** Numbers from 0 below 1. */
export type Random = () => number;

/**
 * The same seed gives the same numbers (mulberry32).
 *
 * @example
 * const random = randomOf("run-1");
 * random() < 0.05;
 */
export function randomOf(seed: string): Random {
  let state = createHash("sha256").update(seed).digest().readInt32LE();
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
