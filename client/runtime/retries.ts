import { TransportError } from "./errors.ts";
import type { RetryPolicy } from "./options.ts";

/** Options of `retryPolicy`. */
export interface RetryOptions {
  /** Maximum number of repetitions. The default is 2. */
  readonly retries?: number | undefined;
  /**
   * Time limit of all attempts of a call together in milliseconds, with the waits between them; `Infinity` for none. The default
   * is three times `timeoutMs`.
   */
  readonly deadlineMs?: number | undefined;
  /**
   * Minimum wait in milliseconds before a request is repeated after a response; `Infinity` if the response is final. `retryAfter` of
   * `@contract-toolkit/client/retry-after` honours `Retry-After` and 429.
   */
  readonly waitAfter?: ((response: Response) => number) | undefined;
  /** Waits between attempts. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined;
  /** Returns a number from 0 up to 1 for the jitter of these waits. */
  readonly random?: (() => number) | undefined;
}

/**
 * Makes the option `retries` of a client. Operations that are safe to repeat are repeated after a transport failure and after 500,
 * 502, 503 and 504.
 *
 * @example
 * const client = createContractClient<Operations>(operations, { baseUrl, retries: retryPolicy() });
 */
export function retryPolicy(defaults: RetryOptions = {}): RetryPolicy {
  const { sleep = wait, random = Math.random, waitAfter = waitAfterFailure } = defaults;
  return async (attempt, options) => {
    const { retries = defaults.retries ?? defaultRetries, signal, timeoutMs } = options;
    const { deadlineMs = defaults.deadlineMs ?? 3 * timeoutMs } = options;
    const end = performance.now() + deadlineMs;
    for (let made = 1; ; made += 1) {
      const isLast = made > retries;
      let waitMs = delayMs(made, random);
      const isFinal = () => isLast || performance.now() + waitMs >= end;
      try {
        const leftMs = Math.ceil(end - performance.now());
        const received = await attempt(isLast, Math.min(timeoutMs, leftMs));
        waitMs = Math.max(waitMs, waitAfter(received.response));
        if (isFinal()) return received;
      } catch (error) {
        if (isFinal() || signal?.aborted || isTooLarge(error)) throw error;
      }
      await sleep(waitMs);
    }
  };
}

const defaultRetries = 2;

/** A repetition would read the same bytes again. */
function isTooLarge(error: unknown): boolean {
  return error instanceof TransportError && error.code === "response-too-large";
}

/** 500 means "try again later" in the contract. Proxies answer 502, 503 and 504 if they do not reach the service. */
function waitAfterFailure({ status }: Response): number {
  return [500, 502, 503, 504].includes(status) ? 0 : Infinity;
}

/** An earlier repetition meets the same failure, and a caller should not wait longer than this. */
const firstDelayMs = 200;
const longestDelayMs = 5_000;

/** Full jitter: clients that failed at the same time repeat at different times. */
function delayMs(made: number, random: () => number): number {
  return random() * Math.min(firstDelayMs * 2 ** (made - 1), longestDelayMs);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
