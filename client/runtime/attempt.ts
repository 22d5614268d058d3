import { abortedError, deepestErrorMessage, TransportError, type FailedCall } from "./errors.ts";
import type { CallOptions, ContractClientOptions } from "./options.ts";

interface AttemptLimits extends Pick<ContractClientOptions, "fetch">, Pick<CallOptions, "signal"> {
  /** Milliseconds for the whole response. For a stream, the milliseconds until it begins. */
  readonly timeoutMs: number;
}

/**
 * Sends a request once. `read` reads the body of the response to its end, so that an interrupted response fails the attempt. It does
 * not read streams, which end with the caller's signal. If the signal aborts, the error is that of `untilAborted`.
 */
export async function attemptRequest<T>(
  request: Request,
  // The global is read at each call, so that a program can replace it.
  { fetch: send = fetch, timeoutMs, signal }: AttemptLimits,
  call: FailedCall,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const either = signal ? AbortSignal.any([stop.signal, signal]) : stop.signal;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      signal?.throwIfAborted();
      const end = () => {
        const message = `no response within ${timeoutMs} ms (timeoutMs, deadlineMs)`;
        reject(new TransportError("timeout", message, call));
      };
      timer = setTimeout(end, Math.min(timeoutMs, longestTimerMs));
      send(request, { signal: either }).then(read).then(resolve, reject);
    });
  } catch (cause) {
    // The request may still be running.
    stop.abort();
    throw cause instanceof TransportError
      ? cause
      : new TransportError("network", `no response: ${deepestErrorMessage(cause)}`, call, cause);
  } finally {
    clearTimeout(timer);
  }
}

/** 23 days. A delay of 2 ** 31 ms or more ends at once (HTML, section 8.7: it is a signed 32-bit integer). */
const longestTimerMs = 2e9;

/** Waits for work until a signal aborts, even if the work ignores the signal. Throws `aborted` or the error of the work. */
export async function untilAborted<T>(
  signal: AbortSignal | undefined,
  call: FailedCall,
  work: () => Promise<T>,
): Promise<T> {
  if (!signal) return work();
  let abort: ((reason: unknown) => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener("abort", (abort = reject));
      work().then(resolve, reject);
    });
  } catch (error) {
    throw signal.aborted ? abortedError(signal, call) : error;
  } finally {
    if (abort) signal.removeEventListener("abort", abort);
  }
}
