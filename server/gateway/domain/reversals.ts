import { endAuthorization } from "./authorizations.ts";
import { NotFound, StateForbids } from "./errors.ts";
import type { Gateway } from "./gateway.ts";
import type { Asker } from "./partner.ts";
import { type Reversal, reversalTransitions } from "./reversal.ts";
import { nextState } from "./transitions.ts";

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
  return gateway.store.atomically(async (store) => {
    const { authorizationId, merchantRefId } = request;
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
    await endAuthorization(inside, authorization, "reverse");
    return addReversal(inside, {
      id: gateway.ids.next(),
      authorizationId,
      merchantRefId,
      amount: authorization.amount,
      currency: authorization.currency,
    });
  });
}

async function addReversal(
  { store, clock }: Gateway,
  request: Pick<
    Reversal,
    "id" | "authorizationId" | "merchantRefId" | "amount" | "currency"
  >,
): Promise<Reversal> {
  const at = clock.now();
  const asked: Reversal = {
    ...request,
    status: "pending",
    createdAt: at,
    updatedAt: at,
  };
  await store.reversals.add(asked);
  // Nothing outside has to agree yet, so it is settled at once.
  const to = nextState(reversalTransitions, asked.status, "succeed");
  await store.reversals.move(asked.id, { from: asked.status, to, at });
  return { ...asked, status: to, reversedAt: at };
}
