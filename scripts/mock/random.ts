import { createHash } from "node:crypto";

/** Numbers from 0 below 1. */
export type Random = () => number;

/**
 * The same seed gives the same numbers.
 *
 * @example
 * const random = randomOf("run-1");
 * random() < 0.05;
 */
export function randomOf(seed: string): Random {
  let count = 0;
  return () => {
    count += 1;
    return createHash("sha256").update(`${seed} ${count}`).digest().readUInt32LE() / 2 ** 32;
  };
}
