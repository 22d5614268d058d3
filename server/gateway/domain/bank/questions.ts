import type { Gateway } from "../dependencies.ts";
import { eachBatch } from "../scheduled/batches.ts";

/**
 * The time between two questions about one payment or reversal, whoever brings them about. Longer than a bank has to
 * answer, so that there is one question at a time.
 */
export const ASK_PAUSE_MS = 15_000;

/** Often enough for who waits, and for what a process left with the bank that is gone. */
export const ASK_AGAIN_MS = 60_000;

/** Questions to one bank: of one that answers none of them in 10 s, 300 are still asked within a minute. */
const ASKED_AT_ONCE = 50;

/**
 * Asks a bank again about what it was last asked about a minute ago; answers how many there were.
 *
 * @param find finds what was last asked about at `until` or before
 */
export function askAgain(
  { clock }: Gateway,
  find: (until: number, limit: number) => Promise<readonly string[]>,
  ask: (id: string) => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const until = clock.now() - ASK_AGAIN_MS;
  return eachBatch((limit) => find(until, limit), ask, { atOnce: ASKED_AT_ONCE, signal });
}
