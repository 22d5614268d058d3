import type { DeliveryFault, LeasedDelivery } from "../domain/deliveries/delivery.ts";
import type { Gateway } from "../domain/dependencies.ts";
import { secretsAt } from "../domain/partners/partner.ts";
import type { LeaseResult, Store } from "../domain/store.ts";
import { attempt, type AttemptDeps, type AttemptResult } from "./attempt.ts";
import { pauseMs } from "./schedule.ts";

/** What a delivery is made with. */
export interface DeliveryDeps extends AttemptDeps {
  readonly gateway: Gateway;
  /** Whether partners may ask for faults: in sandbox mode. */
  readonly faults: boolean;
  /** Runs what an attempt alone asks of the database, and lets it wait while others need the database. */
  readonly query: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly onAttempt?: (delivery: LeasedDelivery, result: AttemptResult) => void;
}

/** How long a delivery waits for another one to go first; then it goes alone. */
const HELD_BACK_MS = 30_000;

/**
 * Attempts one delivery and writes down what becomes of it; undefined when it was not to be attempted now.
 *
 * @throws the signal's reason when the lease was over before anything was sent
 */
export async function deliver(
  deps: DeliveryDeps,
  delivery: LeasedDelivery,
  lease: { readonly id: string; readonly signal: AbortSignal },
): Promise<AttemptResult | undefined> {
  const { gateway, query } = deps;
  const { id, partnerCode, url } = delivery;
  const end = async ({ deliveries }: Pick<Store, "deliveries">, result: LeaseResult) => {
    const isEnded = await deliveries.endLease(id, lease.id, result);
    if (isEnded && result.attempt?.outcome === "gone")
      await deliveries.close(partnerCode, url, result.dueAt);
  };
  const endLease = async (result: LeaseResult) => {
    // Most end together with others, with one statement.
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
    return { fault, secrets: secretsAt(partner ?? { secret: "" }, deps.machineNow()) };
  });
  if (prepared.next !== undefined) {
    await endLease(prepared.next);
    return undefined;
  }
  lease.signal.throwIfAborted();
  const result = await attempt(delivery, prepared.secrets, prepared.fault?.kind, deps);
  await endLease(leaseResultOf(deps, delivery, result));
  deps.onAttempt?.(delivery, result);
  return result;
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
  // What would end the same way however often it was tried.
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
