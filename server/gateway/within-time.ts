/** Some work exceeded its time limit. */
export class TimeOver extends Error {
  readonly code = "time-over";

  constructor() {
    super("The time limit was exceeded.");
  }
}

/**
 * Waits for work, but not longer than a time limit.
 *
 * @param work gets a signal that aborts at the limit; a result that it returns at once after that still counts
 * @throws TimeOver
 */
export async function withinTime<Value>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const stop = new AbortController();
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const reason = new TimeOver();
    stop.abort(reason);
    setImmediate(over.reject, reason);
  }, limitMs);
  try {
    return await Promise.race([work(stop.signal), over.promise]);
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether work ends within a time limit. Errors of the work are thrown. After the limit its result is ignored. */
export async function endsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  try {
    await withinTime(limitMs, () => work);
    return true;
  } catch (error) {
    if (error instanceof TimeOver) return false;
    throw error;
  }
}
