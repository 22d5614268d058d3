/** Random numbers from a seed. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to `below`. */
  below(below: number): number;
  /** The items in another order. */
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** The seed of all tests of this run: the environment variable `SEED`. By default `vitest.config.ts` sets it to 1, or to a new seed for a full run. */
export function runSeed(): number {
  return Number(process.env["SEED"] ?? 1);
}

/** Makes a generator (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    shuffled(items) {
      const rest = [...items];
      return items.flatMap(() => rest.splice(below(rest.length), 1));
    },
  };
}
