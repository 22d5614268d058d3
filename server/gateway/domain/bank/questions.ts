import type { Gateway } from "../dependencies.ts";
import { eachBatch } from "../scheduled/batches.ts";

/**
 * The shortest time between two questions about one payment or reversal, across all processes. It is longer than the
 * bank's timeout, so that only one question is open at a time.
 */
export const ASK_PAUSE_MS = 15_000;

/** How often a bank is asked about an undecided payment or reversal, in milliseconds. */
export const ASK_AGAIN_MS = 60_000;

/** Open questions to one bank. If each times out after 10 s, 300 are asked in a minute. */
const ASKED_AT_ONCE = 50;

/**
 * Asks a bank again about records that it was last asked about a minute ago. Returns how many were due.
 *
 * @param find returns the ids of records that were last asked about at `until` or before
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
