import {
  type Authorization,
  type AuthorizationEvent,
  hasLapsed,
  HELD_MS,
} from "./authorization.ts";
import { eachBatch } from "./batches.ts";
import { byClock, byPartner, type Cause, change, keepMade } from "./changes.ts";
import { CURRENCY } from "./code-tables.ts";
import { NotFound, StateForbids } from "./errors.ts";
import type { Gateway } from "./gateway.ts";
import { lifecycles } from "./lifecycles.ts";
import type { Asker } from "./partner.ts";

/** Holds an amount of whole VND on a card. */
export async function createAuthorization(
  gateway: Gateway,
  asker: Asker,
  request: { merchantRefId: string; amount: number },
): Promise<Authorization> {
  const authorization: Authorization = {
    ...asker,
    id: gateway.ids.next(),
    merchantRefId: request.merchantRefId,
    amount: request.amount,
    currency: CURRENCY,
    status: "AUTHORIZED",
    authorizedAt: gateway.clock.now(),
  };
  await gateway.store.atomically(async (store) => {
    await store.authorizations.add(authorization);
    await keepMade(
      { ...gateway, store },
      lifecycles.authorization,
      authorization,
      {
        ...byPartner(asker, "authorized"),
        at: authorization.authorizedAt,
      },
    );
  });
  return authorization;
}

/**
 * Takes the amount that is held.
 *
 * @throws NotFound, or StateForbids when it was captured, was reversed or has lapsed
 */
export async function captureAuthorization(
  gateway: Gateway,
  asker: Asker,
  id: string,
): Promise<Authorization> {
  await findAuthorization(gateway, asker, id);
  return gateway.store.atomically(async (store) => {
    const authorization = await store.authorizations.find(asker, id);
    if (authorization === undefined) throw new NotFound("authorization");
    return endAuthorization(
      { ...gateway, store },
      authorization,
      "capture",
      byPartner(asker, "captured"),
    );
  });
}

/**
 * Captures or reverses an authorization that is still held, inside the
 * caller's transaction.
 *
 * @throws StateForbids
 */
export async function endAuthorization(
  gateway: Gateway,
  authorization: Authorization,
  event: "capture" | "reverse",
  cause: Cause,
): Promise<Authorization> {
  const at = gateway.clock.now();
  if (authorization.status === "AUTHORIZED" && hasLapsed(authorization, at))
    throw new StateForbids("The authorization is older than seven days.");
  return moveAuthorization(gateway, authorization, { event, cause, at });
}

/**
 * A partner's authorization as it stands at this instant.
 *
 * @throws NotFound
 */
export async function findAuthorization(
  gateway: Gateway,
  asker: Asker,
  id: string,
): Promise<Authorization> {
  const found = await gateway.store.authorizations.find(asker, id);
  if (found === undefined) throw new NotFound("authorization");
  const now = gateway.clock.now();
  const over = found.status === "AUTHORIZED" && hasLapsed(found, now);
  return over ? lapse(gateway, id, now) : found;
}

/** Reverses every authorization that nobody captured or reversed for seven days; answers how many there were. */
export async function lapseAuthorizations(gateway: Gateway): Promise<number> {
  const now = gateway.clock.now();
  return eachBatch(
    (limit) => gateway.store.authorizations.due(now - HELD_MS, limit),
    (id) => lapse(gateway, id, now),
  );
}

/** Reverses an authorization at the very instant its seven days were over, however late that is noticed. */
async function lapse(
  gateway: Gateway,
  id: string,
  now: number,
): Promise<Authorization> {
  return gateway.store.atomically(async (store) => {
    const found = await store.authorizations.get(id);
    if (found === undefined) throw new NotFound("authorization");
    if (found.status !== "AUTHORIZED" || !hasLapsed(found, now)) return found;
    return moveAuthorization({ ...gateway, store }, found, {
      event: "lapse",
      cause: byClock("168 hours have passed"),
      at: found.authorizedAt + HELD_MS,
    });
  });
}

async function moveAuthorization(
  gateway: Gateway,
  authorization: Authorization,
  step: { event: AuthorizationEvent; cause: Cause; at: number },
): Promise<Authorization> {
  const status = await change(
    gateway,
    lifecycles.authorization,
    authorization,
    step,
    (move) => gateway.store.authorizations.move(authorization.id, move),
  );
  return { ...authorization, status };
}
