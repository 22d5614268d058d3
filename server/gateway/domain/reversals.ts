import { endAuthorization, findAuthorization } from "./authorizations.ts";
import { byPartner, type Cause, change, keepMade } from "./changes.ts";
import { NotFound, StateForbids } from "./errors.ts";
import type { Gateway } from "./gateway.ts";
import { lifecycles } from "./lifecycles.ts";
import type { Asker } from "./partner.ts";
import type { Reversal } from "./reversal.ts";

/** Which authorization to give back, under which reference of the merchant. */
export interface ReversalRequest {
  readonly authorizationId: string;
  readonly merchantRefId: string;
}

/**
 * Gives an authorized amount back (documented interface, "Charge
 * authorization"). The same request again answers the first one's record.
 *
 * @throws NotFound, or StateForbids when the authorization was captured, has
 *   lapsed, or was reversed under another reference
 */
export async function reverseAuthorization(
  gateway: Gateway,
  asker: Asker,
  request: ReversalRequest,
): Promise<Reversal> {
  const { authorizationId, merchantRefId } = request;
  await findAuthorization(gateway, asker, authorizationId);
  return gateway.store.atomically(async (store) => {
    const authorization = await store.authorizations.find(
      asker,
      authorizationId,
    );
    if (authorization === undefined) throw new NotFound("authorization");

    const earlier = await store.reversals.ofAuthorization(authorizationId);
    const repeated = earlier.find((one) => one.merchantRefId === merchantRefId);
    if (repeated !== undefined) return repeated;
    if (earlier.some(({ status }) => status !== "error"))
      throw new StateForbids(
        "The authorization was reversed under another merchantRefId.",
      );

    const inside = { ...gateway, store };
    const cause = byPartner(asker, "reversed");
    await endAuthorization(inside, authorization, "reverse", cause);
    return addReversal(inside, cause, {
      id: gateway.ids.next(),
      authorizationId,
      merchantRefId,
      amount: authorization.amount,
      currency: authorization.currency,
    });
  });
}

async function addReversal(
  gateway: Gateway,
  cause: Cause,
  request: Pick<
    Reversal,
    "id" | "authorizationId" | "merchantRefId" | "amount" | "currency"
  >,
): Promise<Reversal> {
  const { store, clock } = gateway;
  const at = clock.now();
  const asked: Reversal = {
    ...request,
    status: "pending",
    createdAt: at,
    updatedAt: at,
  };
  await store.reversals.add(asked);
  await keepMade(gateway, lifecycles.reversal, asked, { ...cause, at });
  // Nothing outside has to agree, so it is settled at once.
  const status = await change(
    gateway,
    lifecycles.reversal,
    asked,
    { event: "succeed", cause: { who: "gateway", why: "released" }, at },
    (move) => store.reversals.move(asked.id, move),
  );
  return { ...asked, status, reversedAt: at };
}
