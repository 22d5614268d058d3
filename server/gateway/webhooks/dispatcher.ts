import { randomUUID } from "node:crypto";
import type { DeliveryFault, LeasedDelivery } from "../domain/delivery.ts";
import type { Gateway } from "../domain/gateway.ts";
import type { Settlement } from "../domain/store.ts";
import { attempt, type AttemptDeps, type AttemptResult } from "./attempt.ts";
import { pauseMs } from "./schedule.ts";

/** What a dispatcher works with. */
export interface DispatcherDeps extends AttemptDeps {
  readonly gateway: Gateway;
  /** Whether partners may ask for faults: in sandbox mode. */
  readonly faults: boolean;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly onAttempt?: (
    delivery: LeasedDelivery,
    result: AttemptResult,
  ) => void;
  readonly onError: (error: unknown) => void;
}

/** Delivers what merchants are owed. Any number may run on one database. */
export interface Dispatcher {
  /** Starts an attempt for whatever is due, as far as there is room. */
  dispatch(): Promise<void>;
  /** Resolves when no attempt is under way any more. */
  idle(): Promise<void>;
}

/** So many attempts are under way at once: enough that a few receivers that hang do not keep all others waiting. */
const MOST_AT_ONCE = 64;

/** By then an attempt has ended or its process has: a receiver has 15 s, and the rest is for the database. */
const LEASE_MS = 20_000;

/** How long a delivery waits for another one to go first; then it goes alone. */
const HELD_BACK_MS = 30_000;

/** Makes a dispatcher; it does nothing until it is told to dispatch. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { gateway, machineNow, onError } = deps;
  const underWay = new Set<Promise<void>>();
  return {
    async dispatch() {
      const room = MOST_AT_ONCE - underWay.size;
      if (room <= 0) return;
      const now = machineNow();
      const lease = { id: randomUUID(), now, until: now + LEASE_MS };
      const leased = await gateway.store.deliveries.lease(
        gateway.clock.now(),
        lease,
        room,
      );
      for (const delivery of leased) {
        const work = deliver(deps, delivery, lease.id)
          .catch(onError)
          .finally(() => underWay.delete(work));
        underWay.add(work);
      }
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

async function deliver(
  deps: DispatcherDeps,
  delivery: LeasedDelivery,
  leaseId: string,
): Promise<void> {
  const { gateway } = deps;
  const { id, partnerCode, url } = delivery;
  const settle = (settlement: Settlement) =>
    gateway.store.atomically(({ deliveries }) =>
      deliveries.settle(id, leaseId, settlement),
    );

  const { deliveries, faults, partners } = gateway.store;
  if (await deliveries.isClosed(partnerCode, url)) {
    await settle(closed(gateway, delivery));
    return;
  }
  const fault = deps.faults ? await faults.take(partnerCode) : undefined;
  const putOff = fault && postponed(gateway, delivery, fault);
  if (putOff !== undefined) {
    await settle(putOff);
    return;
  }
  const partner = await partners.find(partnerCode);
  const result = await attempt(
    delivery,
    partner?.secret ?? "",
    fault?.kind,
    deps,
  );
  if (result.outcome === "gone")
    await deliveries.close(partnerCode, url, gateway.clock.now());
  await settle(settlementOf(deps, delivery, result));
  if (deps.faults)
    await deliveries.releaseHeldBack(partnerCode, gateway.clock.now());
  deps.onAttempt?.(delivery, result);
}

function settlementOf(
  { gateway, random }: DispatcherDeps,
  { tries: before }: LeasedDelivery,
  result: AttemptResult,
): Settlement {
  const at = gateway.clock.now();
  const tries = before + 1;
  const made = { tries, attempt: { at, ...result } };
  if (result.outcome === "acknowledged")
    return { ...made, status: "delivered", dueAt: at };
  const pause = endsAll(result) ? undefined : pauseMs(tries, random());
  return pause === undefined
    ? { ...made, status: "dead", dueAt: at }
    : { ...made, status: "pending", dueAt: at + pause };
}

/** What would end the same way however often it was tried. */
function endsAll({ outcome }: AttemptResult): boolean {
  return outcome === "gone" || outcome === "outside-contract";
}

function closed({ clock }: Gateway, { tries }: LeasedDelivery): Settlement {
  return { status: "dead", tries, dueAt: clock.now() };
}

function postponed(
  { clock }: Gateway,
  { tries }: LeasedDelivery,
  { kind, delayMs = 0 }: DeliveryFault,
): Settlement | undefined {
  const now = clock.now();
  const stays = { status: "pending", tries } as const;
  if (kind === "delay") return { ...stays, dueAt: now + delayMs };
  return kind === "reorder"
    ? { ...stays, dueAt: now + HELD_BACK_MS, heldBack: true }
    : undefined;
}
