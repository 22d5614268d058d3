import { HOUR_MS } from "../domain/time.ts";

const MINUTE_MS = HOUR_MS / 60;

/** How long after the event each attempt is made (choice "delivery"). */
const ATTEMPTS_AT_MS: readonly number[] = [
  0,
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Attempts until an event is a dead letter. */
export const MOST_TRIES = ATTEMPTS_AT_MS.length;

/** Share of a pause by which it may be longer, so that receivers that failed together are not called together. */
const JITTER = 0.1;

/**
 * How long to wait after the failure of the `tries`-th attempt, counted from
 * that failure: a gateway that was down makes up for no attempt all at once.
 * Undefined: it was the last one.
 *
 * @param random from 0 up to 1
 */
export function pauseMs(tries: number, random: number): number | undefined {
  const at = ATTEMPTS_AT_MS[tries - 1];
  const next = ATTEMPTS_AT_MS[tries];
  if (at === undefined || next === undefined) return undefined;
  return Math.round((next - at) * (1 + JITTER * random));
}
