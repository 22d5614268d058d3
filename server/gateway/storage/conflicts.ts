import { setTimeout as wait } from "node:timers/promises";

// For each failed run a concurrent one has succeeded, and few requests contend for one record at a time.
const MOST_RUNS = 20;

/** The pause grows with each run, so that the same transactions do not collide again. */
const PAUSE_MS = 2;

/**
 * Runs a transaction again after each conflict. `run` must have no effects outside the database.
 *
 * @param run is told whether it runs again
 * @throws the error of the last run
 */
export async function retryOnConflict<Result>(
  isConflict: (error: unknown) => boolean,
  run: (isRepeated: boolean) => Promise<Result>,
): Promise<Result> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run(runs > 1);
    } catch (error) {
      if (runs === MOST_RUNS || !isConflict(error)) throw error;
    }
    await wait(PAUSE_MS * runs);
  }
}

/** Makes a function that runs work under one name one after another. */
export function createQueues(): <Result>(
  name: string,
  run: () => Promise<Result>,
) => Promise<Result> {
  const lasts = new Map<string, Promise<unknown>>();
  return async (name, run) => {
    const before = lasts.get(name) ?? Promise.resolve();
    const result = before.then(run);
    const last = result.catch(() => undefined);
    lasts.set(name, last);
    await last;
    if (lasts.get(name) === last) lasts.delete(name);
    return result;
  };
}
