import { NotFound } from "../errors.ts";

/** So many records are looked up at once; each is changed by itself, so that nobody waits long for another. */
const BATCH_SIZE = 100;

/** How records are worked off. */
export interface BatchOptions {
  /** How many at the same time; default: 1. */
  readonly atOnce?: number | undefined;
  /** Ends when no further record is to be begun. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Works off what `find` finds until it finds nothing new, each record once. A record that is removed in the meantime
 * needs nothing; one that fails keeps none of its batch waiting. Answers how many there were.
 *
 * @throws the first error of `find` or `work`, when all that was begun has ended
 */
export async function eachBatch<Item extends string | number>(
  find: (limit: number) => Promise<readonly Item[]>,
  work: (item: Item) => Promise<unknown>,
  { atOnce = 1, signal }: BatchOptions = {},
): Promise<number> {
  const found = new Set<Item>();
  const failures: unknown[] = [];
  let waiting: Item[] = [];
  let finding: Promise<void> | undefined;
  let isLast = false;

  const look = async () => {
    const batch = await find(BATCH_SIZE);
    waiting = batch.filter((item) => !found.has(item));
    for (const item of waiting) found.add(item);
    isLast = batch.length < BATCH_SIZE || waiting.length === 0;
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
          if (!(error instanceof NotFound)) failures.push(error);
        });
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (failures.length > 0) throw failures[0];
  return found.size;
}
