import { moveAuthorization, releaseAuthorization } from "../authorizations/authorization-moves.ts";
import { eachBatch } from "../due/batches.ts";
import type { FinalReversalDecision } from "../bank/bank.ts";
import { byBank, change } from "../states/changes.ts";
import { NotFound } from "../errors.ts";
import type { Gateway } from "../dependencies.ts";
import { lifecycles } from "../states/lifecycles.ts";
import type { Reversal, ReversalError } from "./reversal.ts";

/**
 * Asks the bank about a reversal that it has not decided yet, and ends the
 * reversal accordingly. One that is decided stays as it is, so this can be done
 * again at any time, also after a crash.
 *
 * @returns undefined when there is no such reversal
 */
export async function takeReversalDecision(
  gateway: Gateway,
  id: string,
): Promise<Reversal | undefined> {
  const { store, bank, clock } = gateway;
  const asked = await store.reversals.get(id);
  if (asked?.status !== "pending") return asked;
  const { authorizationId, amount, createdAt } = asked;
  const all = await store.reversals.ofAuthorization(authorizationId);
  const decision = await bank.reverse({
    reversalId: id,
    authorizationId,
    amount,
    refusedBefore: all.filter((one) => one.id !== id && one.status === "error").length,
    waitedMs: clock.now() - createdAt,
  });
  if (decision.status === "pending") return asked;
  return store.atomically((inside) => conclude({ ...gateway, store: inside }, id, decision));
}

/** Often enough for who waits, and for a reversal that a process left behind which is gone. */
const ASK_AGAIN_MS = 60_000;

/** Asks the bank again about every reversal that has been pending for a while; answers how many there were. */
export async function takeDueReversalDecisions(gateway: Gateway): Promise<number> {
  const { store, clock } = gateway;
  const now = clock.now();
  return eachBatch(
    (limit) => store.reversals.due(now - ASK_AGAIN_MS, limit),
    async (id) => {
      // First, so that other processes do not ask as well, and a bank that fails does not hold up the rest.
      await store.reversals.markAsked(id, now);
      await takeReversalDecision(gateway, id);
    },
  );
}

async function conclude(
  gateway: Gateway,
  id: string,
  decision: FinalReversalDecision,
): Promise<Reversal | undefined> {
  const { store, clock } = gateway;
  const pending = await store.reversals.get(id);
  if (pending?.status !== "pending") return pending;
  const held = await store.authorizations.get(pending.authorizationId);
  if (held === undefined) throw new NotFound("authorization");
  const at = clock.now();
  if (decision.status === "error") {
    await releaseAuthorization(gateway, held, id, at);
    return moveReversal(gateway, pending, at, decision.error);
  }
  const cause = byBank("released");
  await moveAuthorization(gateway, held, { event: "reverse", cause, at });
  return moveReversal(gateway, pending, at);
}

async function moveReversal(
  gateway: Gateway,
  reversal: Reversal,
  at: number,
  error?: ReversalError,
): Promise<Reversal> {
  const status = await change(
    gateway,
    lifecycles.reversal,
    reversal,
    error === undefined
      ? { event: "succeed", cause: byBank("released"), at }
      : { event: "fail", cause: byBank("refused"), at },
    (move) => gateway.store.reversals.move(reversal.id, move, error),
  );
  return {
    ...reversal,
    status,
    updatedAt: at,
    ...(error === undefined ? { reversedAt: at } : { error }),
  };
}
