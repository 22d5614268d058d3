import { type Authorization, hasLapsed, HELD_MS } from "./authorization.ts";
import { requireFree, lapse, moveAuthorization } from "./authorization-moves.ts";
import { eachBatch } from "../scheduled/batches.ts";
import { byPartner, recordCreated } from "../states/changes.ts";
import { CURRENCY } from "../payments/payment-methods.ts";
import type { Gateway } from "../dependencies.ts";
import { lifecycles } from "../states/lifecycles.ts";
import { type Caller, requireOwn } from "../partners/partner.ts";
import { takeReversalDecision } from "../reversals/reversal-decision.ts";

/** Creates an authorization of an amount in whole VND. */
export async function createAuthorization(
  gateway: Gateway,
  caller: Caller,
  request: { merchantRefId: string; amount: number },
): Promise<Authorization> {
  const authorization: Authorization = {
    ...caller,
    id: gateway.ids.next(),
    merchantRefId: request.merchantRefId,
    amount: request.amount,
    currency: CURRENCY,
    status: "AUTHORIZED",
    authorizedAt: gateway.clock.now(),
  };
  await gateway.store.atomically(async (store) => {
    await store.authorizations.add(authorization);
    await recordCreated({ ...gateway, store }, lifecycles.authorization, authorization, {
      ...byPartner(caller, "authorized"),
      at: authorization.authorizedAt,
    });
  });
  return authorization;
}

/**
 * Captures an authorization.
 *
 * @throws NotFoundError, or StateForbidsError if it was captured or reversed, has lapsed, or a reversal is pending
 */
export async function captureAuthorization(
  gateway: Gateway,
  caller: Caller,
  id: string,
): Promise<Authorization> {
  await findAuthorization(gateway, caller, id);
  return gateway.store.atomically(async (store) => {
    const authorization = requireOwn(caller, await store.authorizations.get(id), "authorization");
    const at = gateway.clock.now();
    requireFree(authorization, at);
    return moveAuthorization({ ...gateway, store }, authorization, {
      event: "capture",
      cause: byPartner(caller, "captured"),
      at,
    });
  });
}

/**
 * A partner's authorization. Its deadline is applied, and the bank is asked about a pending reversal.
 *
 * @throws NotFoundError
 */
export async function findAuthorization(
  gateway: Gateway,
  caller: Caller,
  id: string,
): Promise<Authorization> {
  const { authorizations } = gateway.store;
  const found = requireOwn(caller, await authorizations.get(id), "authorization");
  if (found.status !== "AUTHORIZED") return found;
  if (found.reversalId !== undefined) {
    await takeReversalDecision(gateway, found.reversalId);
    return (await authorizations.get(id)) ?? found;
  }
  const now = gateway.clock.now();
  return hasLapsed(found, now) ? lapse(gateway, id, now) : found;
}

/** Lapses all overdue authorizations. Returns how many were due. */
export async function lapseAuthorizations(gateway: Gateway, signal?: AbortSignal): Promise<number> {
  const now = gateway.clock.now();
  return eachBatch(
    (limit) => gateway.store.authorizations.due(now - HELD_MS, limit),
    (id) => lapse(gateway, id, now),
    { signal },
  );
}
