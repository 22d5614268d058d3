import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import pLimit from "p-limit";
import type { DeliveryQueue, LeasedDelivery, WantedDeliveries } from "../domain/outbox/delivery.ts";
import type { DueAt, Lease } from "../domain/store.ts";
import { RESOLVE_MS, TIMEOUT_MS } from "./attempt.ts";
import { deliverEvent, type DeliveryDeps } from "./deliver.ts";
import { createSlots } from "./concurrency-limits.ts";
import { createFairQueue, LONGEST_WALK } from "./fair-queue.ts";
import { TimeLimitError, withinTime } from "../platform/concurrency/within-time.ts";

/** The dependencies of a dispatcher. */
export interface DispatcherDeps extends Omit<DeliveryDeps, "query"> {
  /** The timeout of database queries before and after an attempt, in milliseconds. */
  readonly databaseMs?: number | undefined;
  /** Called with the number of attempts that have lost their slot by timeout and are still running. */
  readonly onOverdue?: (attempts: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Delivers the events in the outbox. Any number of dispatchers can run on one database. */
export interface Dispatcher {
  /**
   * Starts attempts for deliveries that have become due since the last dispatch, and for due deliveries of the next
   * partners with pending ones. Without a free slot, an attempt starts when one is released.
   */
  dispatch(): Promise<void>;
  /** Resolves when no attempt is running, and none waits for a slot. */
  idle(): Promise<void>;
  /** Begins no more attempts. Resolves when no attempt is running. */
  stop(): Promise<void>;
}

/** Much longer than a working database takes. */
const DATABASE_MS = 5000;

/** An event is due from its creation, but visible only after its transaction has been committed. */
const LONGEST_COMMIT_MS = 5000;

/** The number of partners with pending deliveries in one dispatch. The next dispatch continues with the following ones. */
const MOST_PARTNERS = 50;

/** Half of the database connections of one process. The others are left for requests. */
const MOST_QUERIES = 5;

/** Makes a dispatcher. It does nothing until `dispatch` is called. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { gateway, machineNow, onError, timeoutMs = TIMEOUT_MS, databaseMs = DATABASE_MS } = deps;
  const { deliveries } = gateway.store;
  /** How long an attempt keeps its slot and its lease. */
  const heldMs = Math.min(timeoutMs, RESOLVE_MS) + timeoutMs + databaseMs;
  const slots = createSlots();
  const fairQueue = createFairQueue(slots);
  const underWay = new Set<Promise<void>>();
  let filling = Promise.resolve();
  let lookedAt = 0;
  let lastPartner = "";
  let stopped = false;
  let overdue = 0;

  const now = (): DueAt => ({ gateway: gateway.clock.now(), machine: machineNow() });
  const inTime = <Result>(query: Promise<Result>) => withinTime(databaseMs, () => query);
  const limit = pLimit(MOST_QUERIES);
  const oneLook = pLimit(1);
  const query = async <Result>(work: () => Promise<Result>) => {
    const begun = Promise.withResolvers<Result>();
    await limit(async () => {
      begun.resolve(work());
      // A query that never ends must not block the others.
      await inTime(begun.promise).catch(() => undefined);
    });
    return begun.promise;
  };

  /** Runs one look at a time, so that no two looks take the same slots. */
  const inTurn = (look: () => Promise<void>): Promise<void> => {
    filling = oneLook(look);
    return filling;
  };
  const fillSlots = async () => {
    while (!stopped) {
      const after = fairQueue.next();
      if (after.length === 0) return;
      await startSome(after);
      // On SQLite a look blocks the event loop, so other work runs between two looks.
      await setImmediate();
    }
  };

  const startLatest = async () => {
    if (stopped) return;
    const at = now();
    const since = Math.min(lookedAt, at.gateway) - LONGEST_COMMIT_MS;
    const lately = await inTime(deliveries.dueLately(at, since));
    lookedAt = at.gateway;
    await startTaken(fairQueue.take(lately, at.machine), at);
  };
  const startSome = async (after: readonly DeliveryQueue[]) => {
    const at = now();
    const found = await inTime(deliveries.queues(at, after, LONGEST_WALK));
    await startTaken(fairQueue.takeAfter(after, found, at.machine), at);
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
        start(delivery, lease);
      }
    } finally {
      for (const queue of unused) slots.release(queue, undefined, at.machine);
    }
  };

  const start = (delivery: LeasedDelivery, lease: Lease) => {
    let delivering: Promise<unknown> = Promise.resolve();
    const work = withinTime(heldMs, (signal) => {
      const result = deliverEvent({ ...deps, query }, delivery, { ...lease, signal });
      delivering = result;
      return result;
    })
      .catch((error: unknown) => {
        if (error instanceof TimeLimitError) watch(delivering);
        onError(error);
        return undefined;
      })
      .then((speed) => {
        underWay.delete(work);
        slots.release(delivery, speed, machineNow());
        fairQueue.add(delivery.partnerCode);
        inTurn(fillSlots).catch(onError);
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
      // Deliveries that have just become due do not wait for the look at all partners.
      await inTurn(startLatest);
      const next = await inTime(deliveries.partnersPending(lastPartner, MOST_PARTNERS));
      for (const code of next) fairQueue.add(code);
      lastPartner = next.length < MOST_PARTNERS ? "" : (next.at(-1) ?? "");
      await inTurn(fillSlots);
    },
    idle,
    stop() {
      stopped = true;
      return idle();
    },
  };
}
