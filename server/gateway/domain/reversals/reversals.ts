import { requireFree } from "../authorizations/authorization-moves.ts";
import { findAuthorization } from "../authorizations/authorizations.ts";
import { byPartner, recordCreated } from "../states/changes.ts";
import { StateForbidsError } from "../errors.ts";
import { atomically, type Gateway } from "../dependencies.ts";
import { lifecycles } from "../states/lifecycles.ts";
import { type Caller, requireOwn } from "../partners/partner.ts";
import type { Reversal } from "./reversal.ts";
import { takeReversalDecision } from "./reversal-decision.ts";

/** The authorization to reverse, and the merchant's reference. */
export interface ReversalRequest {
  readonly authorizationId: string;
  readonly merchantRefId: string;
}

/**
 * Reverses an authorization (documented interface, "Charge authorization"). A repeated request returns the record of the
 * first one in its current state.
 *
 * @throws NotFoundError, or StateForbidsError if the authorization was captured, has lapsed, or has a pending or successful
 *   reversal under another reference
 */
export async function requestReversal(
  gateway: Gateway,
  caller: Caller,
  request: ReversalRequest,
): Promise<Reversal> {
  await findAuthorization(gateway, caller, request.authorizationId);
  const asked = await atomically(gateway, (inside) => askForReversal(inside, caller, request));
  return (await takeReversalDecision(gateway, asked.id)) ?? asked;
}

/** Finds the reversal of a repeated request, or creates one that locks the authorization. */
async function askForReversal(
  gateway: Gateway,
  caller: Caller,
  { authorizationId, merchantRefId }: ReversalRequest,
): Promise<Reversal> {
  const { store, clock, ids } = gateway;
  const found = await store.authorizations.get(authorizationId);
  const authorization = requireOwn(caller, found, "authorization");
  const earlier = await store.reversals.ofAuthorization(authorizationId);
  const repeated = earlier.find((reversal) => reversal.merchantRefId === merchantRefId);
  if (repeated !== undefined) return repeated;
  const otherReversal = earlier.find(({ status }) => status !== "error");
  if (otherReversal?.status === "pending")
    throw new StateForbidsError("A reversal under another merchantRefId is pending.");
  if (otherReversal)
    throw new StateForbidsError("The authorization was reversed under another merchantRefId.");

  const at = clock.now();
  requireFree(authorization, at);
  const asked: Reversal = {
    id: ids.next(),
    authorizationId,
    merchantRefId,
    amount: authorization.amount,
    currency: authorization.currency,
    status: "pending",
    createdAt: at,
    updatedAt: at,
  };
  if (!(await store.authorizations.reserve(authorizationId, asked.id)))
    throw new StateForbidsError("The authorization has changed in the meantime.");
  await store.reversals.add(asked);
  const cause = byPartner(caller, "reversed");
  await recordCreated(gateway, lifecycles.reversal, asked, { ...cause, at });
  return asked;
}
