import { NotFound } from "../errors.ts";

/** So many records are looked up at once; each is changed by itself, so that nobody waits long for another. */
const BATCH_SIZE = 100;

/**
 * Works off what `find` finds until nothing is left, which supposes that
 * `work` keeps a record from being found again. A record that is removed in
 * the meantime needs nothing. Answers how many there were.
 */
export async function eachBatch<Item>(
  find: (limit: number) => Promise<readonly Item[]>,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  for (;;) {
    const found = await find(BATCH_SIZE);
    for (const item of found) await work(item).catch(unlessGone);
    count += found.length;
    if (found.length < BATCH_SIZE) return count;
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof NotFound)) throw error;
}
