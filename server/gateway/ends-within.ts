import { setTimeout as wait } from "node:timers/promises";

/** Whether `work` ends in time, well or with an error, which it throws. What does not end in time goes on unheard. */
export async function endsWithin(patienceMs: number, work: Promise<unknown>): Promise<boolean> {
  const patience = new AbortController();
  const late = wait(patienceMs, false, { signal: patience.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    patience.abort();
  }
}
