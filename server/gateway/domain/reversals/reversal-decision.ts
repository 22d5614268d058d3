import { moveAuthorization, releaseAuthorization } from "../authorizations/authorization-moves.ts";
import type { FinalReversalDecision } from "../bank/bank.ts";
import { ASK_PAUSE_MS, askAgain } from "../bank/questions.ts";
import { type Cause, changeState } from "../states/changes.ts";
import { requireFound } from "../errors.ts";
import type { Gateway } from "../dependencies.ts";
import { lifecycles } from "../states/lifecycles.ts";
import type { Reversal, ReversalError } from "./reversal.ts";

/**
 * Asks the bank to decide a pending reversal, and applies the decision. Does nothing if the reversal is decided, or if
 * the bank was asked less than `ASK_PAUSE_MS` ago. It can be called at any time, also after a crash.
 *
 * @returns the reversal in its latest known state; undefined if it does not exist
 */
export async function takeReversalDecision(
  gateway: Gateway,
  id: string,
): Promise<Reversal | undefined> {
  const { store, clock } = gateway;
  const pending = await store.reversals.get(id);
  if (pending?.status !== "pending") return pending;
  const at = clock.now();
  if (await store.reversals.markAsked(id, at, at - ASK_PAUSE_MS)) {
    const asking = askBankForReversal(gateway, pending).finally(() => underWay.delete(id));
    underWay.set(id, asking);
    return asking;
  }
  // A request that is repeated meanwhile gets the result of the open question.
  return underWay.get(id) ?? store.reversals.get(id);
}

/** The open questions of this process, by reversal. */
const underWay = new Map<string, Promise<Reversal | undefined>>();

async function askBankForReversal(
  gateway: Gateway,
  asked: Reversal,
): Promise<Reversal | undefined> {
  const { store, bank, clock } = gateway;
  const { id, authorizationId, amount, createdAt } = asked;
  const all = await store.reversals.ofAuthorization(authorizationId);
  const decision = await bank.reverse({
    reversalId: id,
    authorizationId,
    amount,
    refusedBefore: all.filter((reversal) => reversal.id !== id && reversal.status === "error")
      .length,
    waitedMs: clock.now() - createdAt,
  });
  if (decision.status === "pending") return asked;
  return store.atomically((inside) =>
    concludeReversal({ ...gateway, store: inside }, id, decision),
  );
}

/** Asks the bank again about undecided reversals. Returns how many were due. */
export function takeDueReversalDecisions(gateway: Gateway, signal?: AbortSignal): Promise<number> {
  const { reversals } = gateway.store;
  return askAgain(
    gateway,
    (until, limit) => reversals.due(until, limit),
    (id) => takeReversalDecision(gateway, id),
    signal,
  );
}

async function concludeReversal(
  gateway: Gateway,
  id: string,
  decision: FinalReversalDecision,
): Promise<Reversal | undefined> {
  const { store, clock } = gateway;
  const pending = await store.reversals.get(id);
  if (pending?.status !== "pending") return pending;
  const found = await store.authorizations.get(pending.authorizationId);
  const held = requireFound(found, "authorization");
  const at = clock.now();
  if (decision.status === "error") {
    await releaseAuthorization(gateway, held, id, at);
    return moveReversal(gateway, pending, at, decision.error);
  }
  const cause: Cause = { who: "bank", why: "released" };
  await moveAuthorization(gateway, held, { event: "reverse", cause, at });
  return moveReversal(gateway, pending, at);
}

async function moveReversal(
  gateway: Gateway,
  reversal: Reversal,
  at: number,
  error?: ReversalError,
): Promise<Reversal> {
  const status = await changeState(
    gateway,
    lifecycles.reversal,
    reversal,
    error === undefined
      ? { event: "succeed", cause: { who: "bank", why: "released" }, at }
      : { event: "fail", cause: { who: "bank", why: "refused" }, at },
    (move) => gateway.store.reversals.move(reversal.id, move, error),
  );
  return {
    ...reversal,
    status,
    updatedAt: at,
    ...(error === undefined ? { reversedAt: at } : { error }),
  };
}
