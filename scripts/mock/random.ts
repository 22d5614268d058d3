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
  let state = [...seed].reduce((hash, letter) => {
    return Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }, 0x811c9dc5);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
