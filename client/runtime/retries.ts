import type { Received } from "./answer.ts";
import type { RetryPolicy } from "./options.ts";

/** How attempts are repeated. */
export interface RetryOptions {
  /** How many attempts may follow the first; 2 unless told. */
  readonly retries?: number | undefined;
  /** Waits, in milliseconds, between attempts. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined;
  /** A number from 0 up to 1, for the jitter of these waits. */
  readonly random?: (() => number) | undefined;
}

/**
 * Makes the `retries` of a client: what is safe to repeat is repeated after a failure of the transport and after 500, 502, 503
 * and 504.
 *
 * @example
 * const client = createContractClient<Operations>(operations, { baseUrl, retries: retryPolicy() });
 */
export function retryPolicy(defaults: RetryOptions = {}): RetryPolicy {
  const { sleep = wait, random = Math.random } = defaults;
  return async (attempt, { retries = defaults.retries ?? defaultRetries, signal }) => {
    for (let made = 1; ; made += 1) {
      const last = made > retries;
      try {
        const received: Received = await attempt(last);
        if (last || !transientStatuses.has(received.response.status)) return received;
      } catch (error) {
        if (last || signal?.aborted) throw error;
      }
      await sleep(delayMs(made, random));
    }
  };
}

const defaultRetries = 2;

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

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
