import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import pLimit from "p-limit";
import type {
  DeliveryQueue,
  LeasedDelivery,
  WantedDeliveries,
} from "../domain/deliveries/delivery.ts";
import type { DueAt } from "../domain/store.ts";
import { type AttemptResult, TIMEOUT_MS } from "./attempt.ts";
import { deliver, type DeliveryDeps } from "./deliver.ts";
import { createPlaces, type ResponseSpeed } from "./concurrency-limits.ts";
import { createRounds, LONGEST_WALK } from "./fair-queue.ts";
import { TimeOver, withinTime } from "../within-time.ts";

/** What a dispatcher works with. */
export interface DispatcherDeps extends Omit<DeliveryDeps, "query"> {
  /** How long the database may take for what is asked of it before and after an attempt, in milliseconds. */
  readonly databaseMs?: number | undefined;
  /** Hears how many attempts have lost their place because their time was over, and have not ended yet. */
  readonly onOverdue?: (attempts: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Delivers the events in the outbox. Any number may run on one database. */
export interface Dispatcher {
  /**
   * Starts an attempt for what has become due since the last dispatch, and for what is due of the next partners that
   * have something pending, as far as there is room; for the rest as soon as there is.
   */
  dispatch(): Promise<void>;
  /** Resolves when no attempt is under way any more, and none waits for room. */
  idle(): Promise<void>;
  /** Begins nothing more; resolves when no attempt is under way any more. */
  stop(): Promise<void>;
}

/** Far more than a database takes that works. */
const DATABASE_MS = 5000;

/** An event is due from when it is made, and found from when its transaction has ended. */
const LONGEST_COMMIT_MS = 5000;

/** Partners with something pending that one dispatch looks at; the next one goes on with those that follow. */
const MOST_PARTNERS = 50;

/** Half of the connections of one process: however many attempts begin at once, requests have the others. */
const MOST_QUERIES = 5;

/** An answer that takes longer holds a place that another delivery could have had five times over. */
const PROMPT_MS = 1000;

/** Makes a dispatcher; it does nothing until it is told to dispatch. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { gateway, machineNow, onError, timeoutMs = TIMEOUT_MS, databaseMs = DATABASE_MS } = deps;
  const { deliveries } = gateway.store;
  /** By then an attempt has ended, or it has lost its place and its lease. */
  const heldMs = timeoutMs + databaseMs;
  const places = createPlaces();
  const rounds = createRounds(places);
  const underWay = new Set<Promise<void>>();
  let filling = Promise.resolve();
  let lookedAt = 0;
  let lastPartner = "";
  let stopped = false;
  let overdue = 0;

  const now = (): DueAt => ({ gateway: gateway.clock.now(), machine: machineNow() });
  const inTime = <Answer>(query: Promise<Answer>) => withinTime(databaseMs, () => query);
  const limit = pLimit(MOST_QUERIES);
  const query = async <Result>(work: () => Promise<Result>) => {
    const begun = Promise.withResolvers<Result>();
    await limit(async () => {
      begun.resolve(work());
      // What the database never answers keeps nobody else waiting.
      await inTime(begun.promise).catch(() => undefined);
    });
    return begun.promise;
  };

  /** Only one look at a time, so that none counts on a place that another one takes. */
  const inTurn = (look: () => Promise<void>): Promise<void> => {
    filling = filling.catch(() => undefined).then(look);
    return filling;
  };
  const fillPlaces = async () => {
    while (!stopped) {
      const after = rounds.next();
      if (after.length === 0) return;
      await startSome(after);
      // A look at SQLite ends without leaving the event loop, and nobody may wait for all of them.
      await setImmediate();
    }
  };

  const startLatest = async () => {
    if (stopped) return;
    const at = now();
    const since = Math.min(lookedAt, at.gateway) - LONGEST_COMMIT_MS;
    const lately = await inTime(deliveries.dueLately(at, since));
    lookedAt = at.gateway;
    await startTaken(rounds.take(lately, at.machine), at);
  };
  const startSome = async (after: readonly DeliveryQueue[]) => {
    const at = now();
    const found = await inTime(deliveries.queues(at, after, LONGEST_WALK));
    await startTaken(rounds.takeAfter(after, found, at.machine), at);
  };

  const startTaken = async (wanted: readonly WantedDeliveries[], at: DueAt) => {
    const unused = wanted.flatMap((queue) => Array.from({ length: queue.limit }, () => queue));
    try {
      const lease = { id: randomUUID(), until: at.machine + heldMs };
      for (const delivery of await inTime(deliveries.lease(wanted, at, lease))) {
        unused.splice(
          unused.findIndex(({ receiver }) => receiver === delivery.receiver),
          1,
        );
        start(delivery, lease.id);
      }
    } finally {
      for (const queue of unused) places.release(queue, undefined, at.machine);
    }
  };

  const start = (delivery: LeasedDelivery, leaseId: string) => {
    const began = machineNow();
    let delivering: Promise<unknown> = Promise.resolve();
    const work = withinTime(heldMs, (signal) => {
      const result = deliver({ ...deps, query }, delivery, { id: leaseId, signal });
      delivering = result;
      return result;
    })
      .then(
        (result) => result && responseSpeedOf(result, machineNow() - began),
        (error: unknown) => {
          if (error instanceof TimeOver) watch(delivering);
          onError(error);
          return undefined;
        },
      )
      .then((answer) => {
        underWay.delete(work);
        places.release(delivery, answer, machineNow());
        rounds.add(delivery.partnerCode);
        inTurn(fillPlaces).catch(onError);
      });
    underWay.add(work);
  };
  const watch = (late: Promise<unknown>) => {
    const count = (by: number) => {
      overdue += by;
      deps.onOverdue?.(overdue);
    };
    count(1);
    late
      .catch(() => undefined)
      .finally(() => {
        count(-1);
      });
  };

  const idle = async () => {
    let last;
    do {
      last = filling;
      await Promise.all([...underWay, last.catch(() => undefined)]);
    } while (underWay.size > 0 || last !== filling);
  };
  return {
    async dispatch() {
      // What has just become due does not wait for a look at everybody who has something pending.
      await inTurn(startLatest);
      const next = await inTime(deliveries.partnersPending(lastPartner, MOST_PARTNERS));
      for (const code of next) rounds.add(code);
      lastPartner = next.length < MOST_PARTNERS ? "" : (next.at(-1) ?? "");
      await inTurn(fillPlaces);
    },
    idle,
    stop() {
      stopped = true;
      return idle();
    },
  };
}

function responseSpeedOf({ outcome, status }: AttemptResult, tookMs: number): ResponseSpeed {
  if (outcome === "timed-out" || tookMs >= PROMPT_MS) return "slow";
  return status === undefined ? "failed" : "prompt";
}
