import { TransportError, type FailedCall } from "./errors.ts";

/** How one call is attempted. */
export interface AttemptOptions {
  readonly fetch: Fetch;
  /** Milliseconds for one attempt, the whole answer included. */
  readonly timeoutMs: number;
  /** How many attempts may follow the first; 0 where repeating is not safe. */
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

/** The part of `fetch` that is used. */
export type Fetch = (
  request: Request,
  init: { readonly signal: AbortSignal },
) => Promise<Response>;

/**
 * Sends a request until an answer has arrived that repeating would not better, or the attempts are used up.
 * The answer's body has been read to its end, so that an answer that breaks off is a failed attempt too.
 *
 * @throws TransportError `network`, `timeout` or `aborted`, of the last attempt
 */
export async function sendRepeatedly(
  request: Request,
  options: AttemptOptions,
  call: FailedCall,
): Promise<Response> {
  for (let made = 1; ; made += 1) {
    const last = made > options.retries;
    try {
      const response = await attempt(request.clone(), options, call);
      if (last || !transientStatuses.has(response.status)) return response;
    } catch (error) {
      if (last || options.signal?.aborted) throw error;
    }
    await options.sleep(delayMs(made, options.random));
    if (options.signal?.aborted) throw abortedError(options.signal, call);
  }
}

/** Rejects as soon as `signal` aborts, even if `work` takes no notice of it. */
export function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const { promise, stop } = aborted(signal);
  return Promise.race([work, promise]).finally(stop);
}

export function abortedError(
  signal: AbortSignal,
  call: FailedCall,
): TransportError {
  return new TransportError(
    "aborted",
    "aborted by the caller",
    call,
    signal.reason,
  );
}

/**
 * 500 is the contract's "try again later"; 502, 503 and 504 come from proxies that did not reach the service.
 * Not 429: no rate limit is documented, and a client that was told to slow down should not insist.
 */
const transientStatuses: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/** Below this, a repeat meets the same hiccup; from the cap on, a caller had better be told. */
const firstDelayMs = 200;
const longestDelayMs = 5_000;

/** Full jitter: clients that failed together do not come back together. */
function delayMs(made: number, random: () => number): number {
  return random() * Math.min(firstDelayMs * 2 ** made, longestDelayMs);
}
