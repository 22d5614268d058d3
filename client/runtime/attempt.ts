import { reasonOf, TransportError, type FailedCall } from "./errors.ts";
import type { CallOptions, ContractClientOptions, Fetch } from "./options.ts";

interface AttemptLimits extends Pick<ContractClientOptions, "fetch">, Pick<CallOptions, "signal"> {
  /** Milliseconds for the whole answer; of one that comes as a stream, until it begins. */
  readonly timeoutMs: number;
}

/**
 * Sends a request once. `read` reads the answer's body to its end, so that an answer that breaks off is a failed attempt too; all
 * but a stream, which the caller's signal ends.
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
    // This ends the request that nobody waits for any longer.
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

/** Looked up at each call, so that a program may replace the global `fetch`. */
const fetchOnce: Fetch = (request, init) => fetch(request, init);

/** Carries out what a signal may end, even if the work takes no notice of it. Throws `aborted`, and what the work throws. */
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
