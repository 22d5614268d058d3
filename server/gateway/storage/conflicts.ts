import { setTimeout as wait } from "node:timers/promises";

// Each run that fails means that another one has succeeded; no record is asked for by more than a handful at once for long.
const MOST_RUNS = 20;

/** Longer after each run, so that those that met once do not meet again. */
const PAUSE_MS = 2;

/**
 * Runs a transaction again for as long as others come in its way; `run` must
 * have no effect but on the database.
 *
 * @throws whatever the last run throws
 */
export async function retryOnConflict<Result>(
  isConflict: (error: unknown) => boolean,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run();
    } catch (error) {
      if (runs === MOST_RUNS || !isConflict(error)) throw error;
    }
    await wait(PAUSE_MS * runs);
  }
}
