import { NotFoundError } from "../errors.ts";

/** Records found by one query. Each is changed in its own transaction, so that no lock is held for long. */
const BATCH_SIZE = 100;

/**
 * Processes each record that `find` returns once, until it returns no new one. A record that has been removed meanwhile
 * is skipped, and a record that fails does not stop the others.
 *
 * @param options `atOnce`: how many records are processed at the same time; `signal`: no record is begun once it aborts
 * @returns the number of records
 * @throws the first error of `find` or `work`, after all begun work has ended
 */
export async function eachBatch<Item extends string | number>(
  find: (limit: number) => Promise<readonly Item[]>,
  work: (item: Item) => Promise<unknown>,
  { atOnce = 1, signal }: { atOnce?: number; signal?: AbortSignal | undefined } = {},
): Promise<number> {
  // Only of the last batch, because there may always be new records.
  let found: ReadonlySet<Item> = new Set();
  let count = 0;
  const failures: unknown[] = [];
  let waiting: Item[] = [];
  let finding: Promise<void> | undefined;
  let isLast = false;

  const look = async () => {
    const batch = await find(BATCH_SIZE);
    waiting = batch.filter((item) => !found.has(item));
    found = new Set(batch);
    count += waiting.length;
    isLast = waiting.length === 0;
  };
  const next = async (): Promise<Item | undefined> => {
    while (waiting.length === 0 && !isLast && !signal?.aborted) {
      finding ??= look().finally(() => {
        finding = undefined;
      });
      await finding;
    }
    return signal?.aborted ? undefined : waiting.shift();
  };
  const lane = async () => {
    try {
      for (let item = await next(); item !== undefined; item = await next())
        await work(item).catch((error: unknown) => {
          if (!(error instanceof NotFoundError)) failures.push(error);
        });
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (failures.length > 0) throw failures[0];
  return count;
}
