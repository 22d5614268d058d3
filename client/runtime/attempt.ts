import { TransportError, type FailedCall } from "./errors.ts";
import type { Fetch } from "./options.ts";

/** An answer, and its whole text unless it is a stream. */
export interface Received {
  readonly response: Response;
  readonly text?: string;
}

/** What limits one attempt. */
export interface AttemptLimits {
  readonly fetch: Fetch | undefined;
  /** Milliseconds for the whole answer; of one that comes as a stream, until it begins. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Whether the body of an answer is handed out while it comes. */
  readonly isStreamed: (response: Response) => boolean;
}

/**
 * Sends a request once. The answer's body is read to its end, so that an answer that breaks off is a failed attempt too; all but a
 * stream, which the caller's signal ends.
 *
 * @throws TransportError `network`, `timeout` or `aborted`
 */
export async function attempt(
  request: Request,
  { fetch: send = fetchOnce, timeoutMs, signal, isStreamed }: AttemptLimits,
  call: FailedCall,
): Promise<Received> {
  if (signal?.aborted) throw abortedError(signal, call);
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeLimit = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, timeoutMs, timedOut);
  });
  try {
    const either = signal ? AbortSignal.any([stop.signal, signal]) : stop.signal;
    const answer = send(request, { signal: either }).then(async (response): Promise<Received> =>
      isStreamed(response) ? { response } : { response, text: await response.text() },
    );
    return await untilAborted(Promise.race([answer, timeLimit]), signal);
  } catch (cause) {
    // This ends the request that nobody waits for any longer.
    stop.abort();
    if (signal?.aborted) throw abortedError(signal, call);
    if (cause === timedOut)
      throw new TransportError("timeout", `no answer within ${timeoutMs} ms`, call);
    throw new TransportError("network", describe(cause), call, cause);
  } finally {
    clearTimeout(timer);
  }
}

const timedOut = Symbol("timed out");

/** Looked up at each call, so that a program may replace the global `fetch`. */
const fetchOnce: Fetch = (request, init) => fetch(request, init);

/** Rejects as soon as `signal` aborts, even if `work` takes no notice of it. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const abort = () => {
      // What a signal aborts with is the caller's to choose.
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener("abort", abort);
    });
  });
}

/** The caller's signal ended the call. */
export function abortedError(signal: AbortSignal, call: FailedCall): TransportError {
  return new TransportError("aborted", "ended by its signal", call, signal.reason);
}

/** `fetch` itself says no more than that it failed; why, is in its cause. */
function describe(cause: unknown): string {
  const deepest = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return `no answer: ${deepest instanceof Error ? deepest.message || deepest.name : String(deepest)}`;
}
