import {
  type Authorization,
  authorizationTransitions,
  hasLapsed,
} from "./authorization.ts";
import { CURRENCY } from "./code-tables.ts";
import { NotFound, StateForbids } from "./errors.ts";
import type { Gateway } from "./gateway.ts";
import type { Asker } from "./partner.ts";
import { nextState } from "./transitions.ts";

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
  await gateway.store.authorizations.add(authorization);
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
  return gateway.store.atomically(async (store) => {
    const authorization = await store.authorizations.find(asker, id);
    if (authorization === undefined) throw new NotFound("authorization");
    return endAuthorization({ ...gateway, store }, authorization, "capture");
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
): Promise<Authorization> {
  const { id, status: from } = authorization;
  const at = gateway.clock.now();
  const to = nextState(authorizationTransitions, from, event);
  if (hasLapsed(authorization, at))
    throw new StateForbids("The authorization is older than seven days.");
  if (!(await gateway.store.authorizations.move(id, { from, to, at })))
    throw new StateForbids("The authorization has changed in the meantime.");
  return { ...authorization, status: to };
}
