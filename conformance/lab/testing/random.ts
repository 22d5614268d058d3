import { full } from "./full-run.ts";

/** Numbers from 0 up to 1, the same for the same seed. */
export type Random = () => number;

/** The seed of this run: the environment's `SEED` to repeat an earlier one, otherwise a new one. Tests print it. */
export function runSeed(): number {
  return Number(process.env["SEED"] ?? Date.now() % 1_000_000);
}

/** Mulberry32: small, fast, and good enough to choose test cases with. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * What an ordinary run plays of many: a share, drawn anew in each run. With `FULL=1`, all.
 *
 * @param share from 0 to 1
 * @param what is drawn, for the line that tells how to repeat it
 */
export function drawn<Each>(all: readonly Each[], share: number, what: string): readonly Each[] {
  if (full) return all;
  const seed = runSeed();
  const random = seededRandom(seed);
  const chosen = all.filter(() => random() < share);
  console.log(`${what}: ${chosen.length} of ${all.length} (SEED=${seed})`);
  return chosen;
}

/** So many of all, other ones in each run, in the sequence that they have. */
export function chosen<Each>(all: readonly Each[], count: number, what: string): readonly Each[] {
  const seed = runSeed();
  const random = seededRandom(seed);
  console.log(`${what}: ${Math.min(count, all.length)} of ${all.length} (SEED=${seed})`);
  const kept = all
    .map((_, index) => ({ index, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ index }) => index);
  return kept.sort((one, other) => one - other).flatMap((index) => all.slice(index, index + 1));
}
