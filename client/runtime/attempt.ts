import { reasonOf, TransportError, type FailedCall } from "./errors.ts";
import type { CallOptions, ContractClientOptions, Fetch } from "./options.ts";

interface AttemptLimits extends Pick<ContractClientOptions, "fetch">, Pick<CallOptions, "signal"> {
  /** Milliseconds for the whole answer. For a stream, the milliseconds until it begins. */
  readonly timeoutMs: number;
}

/**
 * Sends a request once. `read` reads the body of the answer to its end, so that an interrupted answer fails the attempt. It does
 * not read streams, which end with the caller's signal.
 */
export async function attempt<T>(
  request: Request,
  { fetch: send = fetchOnce, timeoutMs, signal }: AttemptLimits,
  call: FailedCall,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeLimit = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, Math.min(timeoutMs, longestTimerMs), timedOut);
  });
  try {
    signal?.throwIfAborted();
    const either = signal ? AbortSignal.any([stop.signal, signal]) : stop.signal;
    return await Promise.race([send(request, { signal: either }).then(read), timeLimit]);
  } catch (cause) {
    // The request may still be running.
    stop.abort();
    if (signal?.aborted) throw abortedError(signal, call);
    throw cause === timedOut
      ? new TransportError("timeout", `no answer within ${timeoutMs} ms`, call)
      : new TransportError("network", `no answer: ${reasonOf(cause)}`, call, cause);
  } finally {
    clearTimeout(timer);
  }
}

const timedOut = Symbol();

/** 23 days. A delay of 2 ** 31 ms or more ends at once (HTML, section 8.7: it is a signed 32-bit integer). */
const longestTimerMs = 2e9;

/** Reads the global `fetch` at each call, so that a program can replace it. */
const fetchOnce: Fetch = (request, init) => fetch(request, init);

/** Waits for work until a signal aborts, even if the work ignores the signal. Throws `aborted` or the error of the work. */
export async function untilAborted<T>(
  signal: AbortSignal | undefined,
  call: FailedCall,
  work: () => Promise<T>,
): Promise<T> {
  if (!signal) return work();
  let abort: ((reason: unknown) => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", (abort = reject));
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([work(), aborted]);
  } catch (error) {
    throw signal.aborted ? abortedError(signal, call) : error;
  } finally {
    if (abort) signal.removeEventListener("abort", abort);
  }
}

export function abortedError(signal: AbortSignal, call: FailedCall): TransportError {
  return new TransportError("aborted", "ended by its signal", call, signal.reason);
}
