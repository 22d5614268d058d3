/** The time that some work had is over. */
export class TimeOver extends Error {
  readonly code = "time-over";

  constructor() {
    super("The time was over.");
  }
}

/**
 * Waits for work until its time is over, and no longer, whatever the work does.
 *
 * @param work is told by the signal to stop; what it then answers at once still counts
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

/** Whether `work` ends in time, well or with an error, which it throws. What does not end in time goes on unheard. */
export async function endsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  try {
    await withinTime(limitMs, () => work);
    return true;
  } catch (error) {
    if (error instanceof TimeOver) return false;
    throw error;
  }
}
