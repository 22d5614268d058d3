import { setTimeout as wait } from "node:timers/promises";

/** Some work exceeded its time limit. */
export class TimeLimitError extends Error {
  readonly code = "time-over";

  constructor() {
    super("The time limit was exceeded.");
  }
}

/** The parts of a time limit. If this process does not run for a while, one of them passes. */
const PARTS = 10;

/**
 * Calls `act` after a time in which this process was running. A time in which the event loop was blocked counts as a tenth of
 * the limit at most, so that nobody else is judged by it.
 *
 * @returns a function that prevents the call
 * @example
 * const cancel = afterRunning(1000, () => (isLate = true));
 */
export function afterRunning(limitMs: number, act: () => void): () => void {
  let left = PARTS;
  const next = (): NodeJS.Timeout =>
    setTimeout(() => {
      left -= 1;
      if (left > 0) timer = next();
      else act();
    }, limitMs / PARTS);
  let timer = next();
  return () => {
    clearTimeout(timer);
  };
}

/**
 * Waits for the work of somebody else, but not longer than a time limit in which this process is running.
 *
 * @param work gets a signal that aborts at the limit; a result that it returns at once after that still counts
 * @throws TimeLimitError
 */
export async function withinTime<Value>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const stop = new AbortController();
  const over = Promise.withResolvers<never>();
  const cancel = afterRunning(limitMs, () => {
    const reason = new TimeLimitError();
    stop.abort(reason);
    setImmediate(over.reject, reason);
  });
  try {
    return await Promise.race([work(stop.signal), over.promise]);
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    cancel();
  }
}

/**
 * Whether own work ends within a time limit, whatever this process does meanwhile. Errors of the work are thrown. After the
 * limit its result is ignored.
 */
export async function endsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const ended = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true),
      wait(limitMs, false, { signal: ended.signal }),
    ]);
  } finally {
    ended.abort();
  }
}
