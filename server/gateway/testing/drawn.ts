import { randomFrom, runSeed } from "./random.ts";
import { full } from "./long-test.ts";

/**
 * Draws a share of many cases; the same seed draws the same cases. With `FULL=1` it returns all.
 *
 * @param share from 0 to 1
 * @param what is drawn, for the printed line that has the seed
 */
export function drawn<Each>(all: readonly Each[], share: number, what: string): readonly Each[] {
  return full ? all : chosen(all, Math.round(all.length * share), what);
}

/** Draws `count` of all by the seed, in their original order. */
export function chosen<Each>(all: readonly Each[], count: number, what: string): readonly Each[] {
  const seed = runSeed();
  console.log(`${what}: ${Math.min(count, all.length)} of ${all.length} (SEED=${seed})`);
  const kept = new Set(
    randomFrom(seed)
      .shuffled([...all.keys()])
      .slice(0, count),
  );
  return all.filter((_, index) => kept.has(index));
}
