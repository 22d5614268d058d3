import { HOUR_MS } from "../domain/time.ts";

const MINUTE_MS = HOUR_MS / 60;

/** The time of each attempt after the event (choice "delivery"). */
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

/** The number of attempts after which a delivery is dead. */
export const MOST_TRIES = ATTEMPTS_AT_MS.length;

/** The share by which a pause can be longer, so that deliveries that failed together are not repeated together. */
const JITTER = 0.1;

/**
 * The pause after the failure of the `tries`-th attempt. It is counted from the failure, so that a gateway that was down
 * does not repeat several attempts at once. Undefined after the last attempt.
 *
 * @param random from 0 up to 1
 */
export function pauseMs(tries: number, random: number): number | undefined {
  const at = ATTEMPTS_AT_MS[tries - 1];
  const next = ATTEMPTS_AT_MS[tries];
  if (at === undefined || next === undefined) return undefined;
  return Math.round((next - at) * (1 + JITTER * random));
}
