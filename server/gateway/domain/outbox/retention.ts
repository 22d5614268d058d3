import type { Gateway } from "../dependencies.ts";

/** Few enough that the rows, or on SQLite the database, are not locked for long. */
const BATCH_SIZE = 200;

/**
 * Removes deliveries that ended `keptMs` ago or earlier, with their attempts. Pending deliveries and the history stay.
 *
 * @param signal when it aborts, no further batch is begun
 * @returns the number of removed deliveries
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
