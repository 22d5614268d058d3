import { randomUUID } from "node:crypto";
import type { LeasedDelivery } from "../domain/callbacks/delivery.ts";
import { type AttemptResult, TIMEOUT_MS } from "./attempt.ts";
import { deliver, type DeliveryDeps } from "./deliver.ts";
import { createReceiverConcurrency, type ResponseSpeed } from "./receivers/receiver-concurrency.ts";
import { TimeOver, withinTime } from "./within-time.ts";

/** What a dispatcher works with. */
export interface DispatcherDeps extends DeliveryDeps {
  /** How long the database may take for what is asked of it before and after an attempt, in milliseconds. */
  readonly databaseMs?: number | undefined;
  /** Hears how many attempts have lost their place because their time was over, and have not ended yet. */
  readonly onOverdue?: (attempts: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Delivers the events in the outbox. Any number may run on one database. */
export interface Dispatcher {
  /** Starts an attempt for whatever is due, as far as there is room, and for the rest as soon as there is. */
  dispatch(): Promise<void>;
  /** Resolves when no attempt is under way any more, and none waits for room. */
  idle(): Promise<void>;
  /** Begins nothing more; resolves when no attempt is under way any more. */
  stop(): Promise<void>;
}

/** Far more than a database takes that works. */
const DATABASE_MS = 5000;

/** An answer that takes longer holds a place that another delivery could have had five times over. */
const PROMPT_MS = 1000;

/** Makes a dispatcher; it does nothing until it is told to dispatch. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { gateway, machineNow, onError, timeoutMs = TIMEOUT_MS, databaseMs = DATABASE_MS } = deps;
  /** By then an attempt has ended, or it has lost its place and its lease. */
  const heldMs = timeoutMs + databaseMs;
  const inTime = <Answer>(query: Promise<Answer>) => withinTime(databaseMs, () => query);
  const { deliveries } = gateway.store;
  const places = createReceiverConcurrency();
  const underWay = new Set<Promise<void>>();
  let filling: Promise<void> | undefined;
  let fillAgain = false;
  let stopped = false;
  let overdue = 0;

  /** Only one look at a time, so that none counts on a place that another one takes. */
  const fill = (): Promise<void> => {
    fillAgain = true;
    filling ??= fillWhileAsked().finally(() => {
      filling = undefined;
    });
    return filling;
  };
  const fillWhileAsked = async () => {
    while (fillAgain && !stopped) {
      fillAgain = false;
      // Receivers that are full by now are passed over, so that what they hid is found.
      while (await startSome());
    }
  };

  /** False when there is nothing more to start. */
  const startSome = async (): Promise<boolean> => {
    const free = places.free();
    if (free === 0) return false;
    const at = { gateway: gateway.clock.now(), machine: machineNow() };
    const due = await inTime(deliveries.due(at, places.full(), free));
    const chosen = due.filter(({ receiver }) => places.take(receiver));
    const lease = { id: randomUUID(), until: at.machine + heldMs };
    const ids = chosen.map(({ id }) => id);
    const leased = new Map(
      (await inTime(deliveries.lease(ids, at, lease)).catch(failAfter(chosen))).map((each) => [
        each.id,
        each,
      ]),
    );
    for (const { id, receiver } of chosen) {
      const delivery = leased.get(id);
      if (delivery) start(delivery, lease.id);
      else places.release(receiver, undefined);
    }
    return leased.size > 0 && due.length === free;
  };
  const failAfter =
    (chosen: readonly { readonly receiver: string }[]) =>
    (error: unknown): never => {
      for (const { receiver } of chosen) places.release(receiver, undefined);
      throw error;
    };

  const start = (delivery: LeasedDelivery, leaseId: string) => {
    const began = machineNow();
    let delivering: Promise<unknown> = Promise.resolve();
    const work = withinTime(heldMs, (signal) => {
      const result = deliver(deps, delivery, { id: leaseId, signal });
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
        places.release(delivery.receiver, answer);
        fill().catch(onError);
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
    while (underWay.size > 0 || filling)
      await Promise.all([...underWay, filling?.catch(() => undefined)]);
  };
  return {
    dispatch: fill,
    idle,
    stop() {
      stopped = true;
      return idle();
    },
  };
}

function responseSpeedOf({ status }: AttemptResult, tookMs: number): ResponseSpeed {
  return status !== undefined && tookMs < PROMPT_MS ? "prompt" : "late";
}
