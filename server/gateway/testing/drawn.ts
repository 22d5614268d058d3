import { randomFrom, runSeed } from "./random.ts";
import { full } from "./long-test.ts";

/**
 * Draws a share of many cases; the same seed draws the same cases. With `FULL=1` it returns all.
 *
 * @param share from 0 to 1
 * @param what is drawn, for the printed line that has the seed
 */
export function drawn<Each>(all: readonly Each[], share: number, what: string): readonly Each[] {
  if (full) return all;
  const seed = runSeed();
  const random = randomFrom(seed);
  const chosen = all.filter(() => random.next() < share);
  console.log(`${what}: ${chosen.length} of ${all.length} (SEED=${seed})`);
  return chosen;
}

/** Draws `count` of all by the seed, in their original order. */
export function chosen<Each>(all: readonly Each[], count: number, what: string): readonly Each[] {
  const seed = runSeed();
  const random = randomFrom(seed);
  console.log(`${what}: ${Math.min(count, all.length)} of ${all.length} (SEED=${seed})`);
  const kept = all
    .map((_, index) => ({ index, rank: random.next() }))
    .sort((left, right) => left.rank - right.rank)
    .slice(0, count)
    .map(({ index }) => index);
  return kept.sort((left, right) => left - right).flatMap((index) => all.slice(index, index + 1));
}
