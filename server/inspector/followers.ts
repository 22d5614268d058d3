import type { RequestSummary } from "./recorded-request.ts";

/** Which requests a follower gets. */
export interface FollowOptions {
  /** Requests after this number. Default: all stored ones. */
  readonly after?: number | undefined;
  /** Ends the stream. */
  readonly signal: AbortSignal;
  /** Default: all. */
  readonly isSeen?: (request: RequestSummary) => boolean;
  /** Whose followers are counted together. */
  readonly owner?: string;
}

/** More pages than somebody looks at. */
const MOST_FOLLOWERS = 20;

/** Requests that a follower takes from the list at once. */
const BATCH = 100;

/**
 * Makes the function that streams stored and new requests. A follower has no buffer of its own, only its position in the
 * list: one that is too slow misses the oldest requests. If an owner has too many followers, the oldest ends.
 *
 * @param list returns at most `most` requests after a number
 * @param onNew calls the listener for each new request, until the returned function is called
 */
export function createFollow(
  list: (after: number, most: number) => readonly RequestSummary[],
  onNew: (listener: () => void) => () => void,
): (options: FollowOptions) => AsyncGenerator<RequestSummary> {
  const followers = new Map<string, Set<() => void>>();

  return async function* follow({ after = 0, signal, isSeen = () => true, owner = "" }) {
    const own = followers.get(owner) ?? new Set();
    followers.set(owner, own);
    let last = after;
    let isEnded = false;
    let wake = () => {};
    const end = () => {
      isEnded = true;
      wake();
    };
    const [oldest] = own;
    if (own.size >= MOST_FOLLOWERS) oldest?.();
    own.add(end);
    signal.addEventListener("abort", end);
    const stop = onNew(() => {
      wake();
    });
    try {
      if (signal.aborted) return;
      for (;;) {
        const batch = list(last, BATCH);
        for (const request of batch) {
          last = request.number;
          if (isSeen(request)) yield request;
          // It may have ended meanwhile.
          if (hasEnded()) return;
        }
        if (batch.length > 0) continue;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (hasEnded()) return;
      }
    } finally {
      stop();
      signal.removeEventListener("abort", end);
      own.delete(end);
      if (own.size === 0) followers.delete(owner);
    }
    function hasEnded() {
      return isEnded;
    }
  };
}
