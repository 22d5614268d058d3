import { setTimeout as wait } from "node:timers/promises";
import { doDueWork } from "./domain/due/due.ts";
import type { Gateway } from "./domain/dependencies.ts";
import type { Dispatcher } from "./webhooks/dispatcher.ts";

/** What goes on in the background. */
export interface Worker {
  /** Begins nothing more, and lets what has begun finish, as far as there is time for it. */
  stop(): Promise<void>;
}

/** What the background work is done with. */
export interface WorkerDeps {
  readonly gateway: Gateway;
  readonly dispatcher: Dispatcher;
  /** Learns the time that other processes have set. */
  readonly followClock: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Soon enough that a developer who waits for a callback does not notice. */
const DISPATCH_EVERY_MS = 200;

/** Who reads a record is told the truth in any case; this is for those that nobody reads. */
const DUE_WORK_EVERY_MS = 1000;

/** As long as requests have; what has not finished is delivered again by whoever runs next. */
const STOP_MS = 8000;

/** Starts delivering callbacks and doing what time brings about. */
export function startWorker({ gateway, dispatcher, followClock, onError }: WorkerDeps): Worker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = [
    repeat(() => followClock().then(() => dispatcher.dispatch()), DISPATCH_EVERY_MS, {
      signal,
      onError,
    }),
    repeat(() => followClock().then(() => doDueWork(gateway)), DUE_WORK_EVERY_MS, {
      signal,
      onError,
    }),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      const patience = new AbortController();
      await Promise.race([
        dispatcher.stop(),
        wait(STOP_MS, undefined, { signal: patience.signal }).catch(() => undefined),
      ]);
      patience.abort();
    },
  };
}

/** Does something again and again, each time after a pause; an error ends nothing. */
async function repeat(
  work: () => Promise<unknown>,
  everyMs: number,
  { signal, onError }: { signal: AbortSignal } & Pick<WorkerDeps, "onError">,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch(onError);
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
