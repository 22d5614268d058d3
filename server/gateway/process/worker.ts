import { setTimeout as wait } from "node:timers/promises";
import { countTransactions } from "../domain/payments/counting.ts";
import { dueWork } from "../domain/scheduled/due.ts";
import { removeEndedDeliveries } from "../domain/outbox/retention.ts";
import type { Gateway } from "../domain/dependencies.ts";
import { systemClock } from "../platform/system-effects.ts";
import { endsWithin } from "../platform/concurrency/within-time.ts";
import { runFor } from "../platform/concurrency/current-work.ts";
import type { Dispatcher } from "../callbacks/dispatcher.ts";

/** Dependencies of the background work. */
export interface WorkerDeps {
  readonly gateway: Gateway;
  readonly dispatcher: Dispatcher;
  /** Reads the time that other processes have set. */
  readonly followClock: () => Promise<void>;
  /** Time for which ended deliveries are kept, in milliseconds. */
  readonly retentionMs: number;
  /** Interval at which the outbox is read without `wake`, in milliseconds. */
  readonly dispatchEveryMs?: number;
  readonly onError: (error: unknown) => void;
}

/** A developer who waits for a callback does not notice this delay. */
const DISPATCH_EVERY_MS = 200;

/** Deliveries are kept for days, so a minute does not matter. */
const REMOVE_EVERY_MS = 60_000;

/** Lists read what is not counted yet, for which some minutes of orders are few. */
const COUNT_EVERY_MS = 300_000;

/** Reading a record does its due work anyway. This interval is for records that nobody reads. */
const DUE_WORK_EVERY_MS = 1000;

/** Starts to deliver callbacks and to do timed work. Each kind of work runs separately, so none waits for another. */
export function startWorker({
  gateway,
  dispatcher,
  followClock,
  retentionMs,
  dispatchEveryMs = DISPATCH_EVERY_MS,
  onError,
}: WorkerDeps) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const underWay = new Map<string, Promise<unknown>>();

  /** Begins one kind of work, unless it is still running. */
  const begin = (kind: string, work: () => Promise<unknown>) => {
    if (signal.aborted || underWay.has(kind)) return;
    const working = runFor("deadlines", work)
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
      // A `wake` from now on ends the next pause, so it is not lost.
      const ends = { signal: AbortSignal.any([signal, endOfPause()]) };
      await followClock().then(beginAll).catch(onError);
      await wait(pauseMs, undefined, ends).catch(() => undefined);
    }
  };
  let woken = new AbortController();
  const loops = [
    runFor("callbacks", () =>
      every(
        dispatchEveryMs,
        () => dispatcher.dispatch(),
        () => (woken = new AbortController()).signal,
      ),
    ),
    every(REMOVE_EVERY_MS, () => removeEndedDeliveries(gateway, retentionMs, signal)),
    every(COUNT_EVERY_MS, () => countTransactions(gateway, systemClock.now(), { signal })),
    every(DUE_WORK_EVERY_MS, async () => {
      for (const [kind, work] of await dueWork(gateway)) begin(kind, () => work(signal));
    }),
  ];
  return {
    /** Looks for new events in the outbox at once. */
    wake() {
      woken.abort();
    },
    /**
     * Begins no new work, and waits for the work in progress. The next process does what did not finish.
     *
     * @returns whether all work finished within `patienceMs`
     */
    stop(patienceMs: number): Promise<boolean> {
      stopping.abort();
      const ended = async () => {
        await Promise.all([...loops, dispatcher.stop()]);
        await Promise.all(underWay.values());
      };
      return endsWithin(patienceMs, ended());
    },
  };
}
