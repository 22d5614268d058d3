import { setTimeout as wait } from "node:timers/promises";

// Each run that fails means that another one has succeeded; no record is asked for by more than a handful at once for long.
const MOST_RUNS = 20;

/** Longer after each run, so that those that met once do not meet again. */
const PAUSE_MS = 2;

/**
 * Runs a transaction again for as long as others come in its way; `run` must have no effect but on the database.
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

/** Makes queues by name: what is run under one name begins when what came before under that name has ended. */
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
