import type { Gateway } from "../dependencies.ts";

/** So few that nobody waits long for the rows or, with SQLite, for the database. */
const BATCH_SIZE = 200;

/**
 * Removes deliveries that ended `keptMs` ago or earlier, with their attempts; answers how many. What is pending stays,
 * and so does the history.
 *
 * @param signal ends it after the batch that has begun
 */
export async function removeEndedDeliveries(
  { store, clock }: Pick<Gateway, "store" | "clock">,
  keptMs: number,
  signal?: AbortSignal,
): Promise<number> {
  const until = clock.now() - keptMs;
  let removed = 0;
  let last;
  do {
    last = await store.atomically(({ deliveries }) => deliveries.removeEnded(until, BATCH_SIZE));
    removed += last;
  } while (last === BATCH_SIZE && signal?.aborted !== true);
  return removed;
}
