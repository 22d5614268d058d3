import { TransportError, type FailedCall } from "./errors.ts";

/** How one call is attempted. */
export interface AttemptOptions {
  readonly fetch: Fetch;
  /** Milliseconds for one attempt, the whole answer included; of one that comes as a stream, until it begins. */
  readonly timeoutMs: number;
  /** How many attempts may follow the first; 0 where repeating is not safe. */
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
  /** Whether the body of an answer is handed out while it comes. */
  readonly isStreamed: (response: Response) => boolean;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

/** The part of `fetch` that is used. */
export type Fetch = (request: Request, init: { readonly signal: AbortSignal }) => Promise<Response>;

/**
 * Sends a request until an answer has arrived that repeating would not better, or the attempts are used up.
 * The answer's body has been read to its end, so that an answer that breaks off is a failed attempt too; all but a stream, which
 * the caller's signal ends.
 *
 * @throws TransportError `network` or `timeout` of the last attempt, or `aborted`
 */
export async function sendRepeatedly(
  request: Request,
  options: AttemptOptions,
  call: FailedCall,
): Promise<Response> {
  const { retries, signal, sleep, random } = options;
  for (let made = 1; ; made += 1) {
    if (signal?.aborted) throw abortedError(signal, call);
    const last = made > retries;
    try {
      // A copy keeps all that is sent in memory.
      const response = await attempt(last ? request : request.clone(), options, call);
      if (last || !transientStatuses.has(response.status)) return response;
    } catch (error) {
      if (last || signal?.aborted) throw error;
    }
    await sleep(delayMs(made, random));
  }
}

/**
 * 500 is the contract's "try again later"; 502, 503 and 504 come from proxies that did not reach the service.
 * Not 429: no rate limit is documented, and a client that is told to slow down should not insist.
 */
const transientStatuses: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/** Below the first, a repeat meets the same hiccup; beyond the longest, the caller had better be told. */
const firstDelayMs = 200;
const longestDelayMs = 5_000;

/** Full jitter: clients that failed together do not come back together. */
function delayMs(made: number, random: () => number): number {
  return random() * Math.min(firstDelayMs * 2 ** (made - 1), longestDelayMs);
}

async function attempt(
  request: Request,
  { fetch, timeoutMs, signal, isStreamed }: AttemptOptions,
  call: FailedCall,
): Promise<Response> {
  const stop = new AbortController();
  const timer = setTimeout(() => {
    stop.abort(timedOut);
  }, timeoutMs);
  try {
    const either = signal ? AbortSignal.any([stop.signal, signal]) : stop.signal;
    const answer = fetch(request, { signal: either }).then((response) =>
      isStreamed(response) ? response : readToEnd(response),
    );
    return await untilAborted(untilAborted(answer, stop.signal), signal);
  } catch (cause) {
    // After an abort by the caller this ends the request.
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

async function readToEnd(response: Response): Promise<Response> {
  return response.body ? new Response(await response.arrayBuffer(), response) : response;
}

/** `fetch` itself says no more than that it failed; why, is in its cause. */
function describe(cause: unknown): string {
  const deepest = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return `no answer: ${deepest instanceof Error ? deepest.message || deepest.name : String(deepest)}`;
}
