import type { DeliveryFault, LeasedDelivery } from "../domain/outbox/delivery.ts";
import type { Gateway } from "../domain/dependencies.ts";
import { requireFound } from "../domain/errors.ts";
import { secretsAt } from "../domain/partners/partner.ts";
import type { Lease, LeaseResult, Store } from "../domain/store.ts";
import { attemptDelivery, type AttemptDeps, type AttemptResult } from "./attempt.ts";
import { inTrace } from "../platform/tracing.ts";
import type { ResponseSpeed } from "./concurrency-limits.ts";
import { pauseMs } from "./schedule.ts";

/** The dependencies of a delivery. */
export interface DeliveryDeps extends AttemptDeps {
  readonly gateway: Gateway;
  /** Whether partners can order faults, in sandbox mode. */
  readonly faults: boolean;
  /** Runs a database query of one attempt when there are not too many others. */
  readonly query: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly onAttempt?: (delivery: LeasedDelivery, result: TimedAttempt) => void;
}

/** The result of an attempt, and how long it took. */
export interface TimedAttempt extends AttemptResult {
  readonly tookMs: number;
}

/** How long a held-back delivery waits for another one at most. */
const HELD_BACK_MS = 30_000;

/**
 * Attempts one delivery and stores the result.
 *
 * @returns the speed of the receiver; undefined if the delivery is not to be attempted now
 * @throws Error if the lease ended before anything was sent
 */
export async function deliverEvent(
  deps: DeliveryDeps,
  delivery: LeasedDelivery,
  lease: Lease & { readonly signal: AbortSignal },
): Promise<ResponseSpeed | undefined> {
  const { gateway, query } = deps;
  const { id, partnerCode, url } = delivery;
  const end = async ({ deliveries }: Pick<Store, "deliveries">, result: LeaseResult) => {
    const isEnded = await deliveries.endLease(id, lease.id, result);
    if (isEnded && result.attempt?.outcome === "gone")
      await deliveries.close(partnerCode, url, result.dueAt);
  };
  const endLease = async (result: LeaseResult) => {
    // Several leases end with one statement.
    if (result.attempt?.outcome !== "gone") await end(gateway.store, result);
    else await query(() => gateway.store.atomically((store) => end(store, result)));
    if (result.attempt && deps.faults)
      await query(() => gateway.store.deliveries.releaseHeldBack(partnerCode, gateway.clock.now()));
  };

  const prepared = await query(async () => {
    const { deliveries, faults, partners } = gateway.store;
    const [isClosed, partner] = await Promise.all([
      deliveries.isClosed(partnerCode, url),
      partners.find(partnerCode),
    ]);
    if (isClosed)
      return {
        next: { status: "dead", tries: delivery.tries, dueAt: gateway.clock.now() } as const,
      };
    const fault = deps.faults ? await faults.take(partnerCode) : undefined;
    const putOff = fault && postponed(gateway, delivery, fault);
    if (putOff !== undefined) return { next: putOff };
    return { fault, secrets: secretsAt(requireFound(partner, "partner"), deps.machineNow()) };
  });
  if (prepared.next !== undefined) {
    await endLease(prepared.next);
    return undefined;
  }
  lease.signal.throwIfAborted();
  // The lease ends by the clock of the machine, also while this process is blocked.
  if (deps.machineNow() >= lease.until)
    throw new Error("The lease ended before the callback was sent.");
  const begun = performance.now();
  const { result, speed } = await inTrace(delivery, () =>
    attemptDelivery(delivery, prepared.secrets, prepared.fault?.kind, deps),
  );
  const tookMs = performance.now() - begun;
  await endLease(leaseResultOf(deps, delivery, result));
  deps.onAttempt?.(delivery, { ...result, tookMs });
  return speed;
}

function leaseResultOf(
  { gateway, random }: DeliveryDeps,
  { tries: before }: LeasedDelivery,
  result: AttemptResult,
): LeaseResult {
  const at = gateway.clock.now();
  const tries = before + 1;
  const made = { tries, attempt: { at, ...result } };
  if (result.outcome === "acknowledged") return { ...made, status: "delivered", dueAt: at };
  // Further attempts would have the same result.
  const isHopeless = result.outcome === "gone" || result.outcome === "outside-contract";
  const pause = isHopeless ? undefined : pauseMs(tries, random());
  return pause === undefined
    ? { ...made, status: "dead", dueAt: at }
    : { ...made, status: "pending", dueAt: at + pause };
}

function postponed(
  { clock }: Gateway,
  { tries }: LeasedDelivery,
  { kind, delayMs = 0 }: DeliveryFault,
): LeaseResult | undefined {
  const now = clock.now();
  const stays = { status: "pending", tries } as const;
  if (kind === "delay") return { ...stays, dueAt: now + delayMs };
  return kind === "reorder" ? { ...stays, dueAt: now + HELD_BACK_MS, heldBack: true } : undefined;
}
