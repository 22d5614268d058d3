import { setTimeout as wait } from "node:timers/promises";
import { dueWork } from "./domain/scheduled/due.ts";
import { removeEndedDeliveries } from "./domain/deliveries/retention.ts";
import type { Gateway } from "./domain/dependencies.ts";
import { endsWithin } from "./within-time.ts";
import type { Dispatcher } from "./webhooks/dispatcher.ts";

/** What goes on in the background. */
export interface Worker {
  /** There may be something new in the outbox: looks for it at once. */
  wake(): void;
  /**
   * Begins nothing more, and lets what has begun finish, as far as there is
   * time for it. What has not is done by whoever runs next.
   *
   * @returns whether all of it has finished
   */
  stop(patienceMs: number): Promise<boolean>;
}

/** What the background work is done with. */
export interface WorkerDeps {
  readonly gateway: Gateway;
  readonly dispatcher: Dispatcher;
  /** Learns the time that other processes have set. */
  readonly followClock: () => Promise<void>;
  /** How long deliveries that have ended are kept, in milliseconds. */
  readonly retentionMs: number;
  /** How often the outbox is looked at without being woken, in milliseconds. */
  readonly dispatchEveryMs?: number;
  readonly onError: (error: unknown) => void;
}

/** Soon enough that a developer who waits for a callback does not notice. */
const DISPATCH_EVERY_MS = 200;

/** What is removed has been there for days. */
const REMOVE_EVERY_MS = 60_000;

/** Who reads a record is told the truth in any case; this is for those that nobody reads. */
const DUE_WORK_EVERY_MS = 1000;

/** Starts delivering callbacks and doing what time brings about: each kind by itself, so that none waits for another. */
export function startWorker({
  gateway,
  dispatcher,
  followClock,
  retentionMs,
  dispatchEveryMs = DISPATCH_EVERY_MS,
  onError,
}: WorkerDeps): Worker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const underWay = new Map<string, Promise<unknown>>();

  /** Begins one kind of work, unless it is still under way. */
  const begin = (kind: string, work: () => Promise<unknown>) => {
    if (signal.aborted || underWay.has(kind)) return;
    const working = work()
      .catch(onError)
      .finally(() => underWay.delete(kind));
    underWay.set(kind, working);
  };
  const every = async (
    pauseMs: number,
    beginAll: () => Promise<unknown>,
    endOfPause = () => signal,
  ) => {
    while (!signal.aborted) {
      // Who ends the pause from now on has the work begun once more.
      const ends = { signal: AbortSignal.any([signal, endOfPause()]) };
      await followClock().then(beginAll).catch(onError);
      await wait(pauseMs, undefined, ends).catch(() => undefined);
    }
  };
  let woken = new AbortController();
  const loops = [
    every(
      dispatchEveryMs,
      () => dispatcher.dispatch(),
      () => (woken = new AbortController()).signal,
    ),
    every(REMOVE_EVERY_MS, () => removeEndedDeliveries(gateway, retentionMs, signal)),
    every(DUE_WORK_EVERY_MS, async () => {
      for (const [kind, work] of await dueWork(gateway)) begin(kind, () => work(signal));
    }),
  ];
  return {
    wake() {
      woken.abort();
    },
    stop(patienceMs) {
      stopping.abort();
      const ended = async () => {
        await Promise.all([...loops, dispatcher.stop()]);
        await Promise.all(underWay.values());
      };
      return endsWithin(patienceMs, ended());
    },
  };
}
