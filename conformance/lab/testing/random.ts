import { randomFrom, runSeed } from "../../../server/gateway/testing/random.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";

/**
 * What an ordinary run plays of many: a share, the same in each run with the same seed. With `FULL=1`, all.
 *
 * @param share from 0 to 1
 * @param what is drawn, for the line that tells how to repeat it
 */
export function drawn<Each>(all: readonly Each[], share: number, what: string): readonly Each[] {
  if (full) return all;
  const seed = runSeed();
  const random = randomFrom(seed);
  const chosen = all.filter(() => random.next() < share);
  console.log(`${what}: ${chosen.length} of ${all.length} (SEED=${seed})`);
  return chosen;
}

/** So many of all, others with another seed, in the sequence that they have. */
export function chosen<Each>(all: readonly Each[], count: number, what: string): readonly Each[] {
  const seed = runSeed();
  const random = randomFrom(seed);
  console.log(`${what}: ${Math.min(count, all.length)} of ${all.length} (SEED=${seed})`);
  const kept = all
    .map((_, index) => ({ index, rank: random.next() }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ index }) => index);
  return kept.sort((one, other) => one - other).flatMap((index) => all.slice(index, index + 1));
}
