import { lapseAuthorizations } from "../authorizations/authorizations.ts";
import { eachBatch } from "./batches.ts";
import type { Gateway } from "../dependencies.ts";
import { takeDueReversalDecisions } from "../reversals/reversal-decision.ts";
import { takeBankDecision } from "../payments/bank-decision.ts";
import { expireTransactions } from "../payments/transactions.ts";

/**
 * Does what time alone brings about. Any number of processes may do this at
 * once, and whoever reads a record before does it for that record.
 *
 * @returns how many records were due
 */
export async function doDueWork(gateway: Gateway): Promise<number> {
  const expired = await expireTransactions(gateway);
  const lapsed = await lapseAuthorizations(gateway);
  const reversed = await takeDueReversalDecisions(gateway);
  const decided = await takeDuePaymentDecisions(gateway);
  return expired + lapsed + reversed + decided;
}

/** Longer than a bank takes to answer whoever asked first. */
const ASK_AGAIN_MS = 60_000;

/** Asks the bank again about what it did not decide, or what a process that is gone left with it. */
async function takeDuePaymentDecisions(gateway: Gateway): Promise<number> {
  const { store, clock } = gateway;
  const now = clock.now();
  return eachBatch(
    (limit) => store.transactions.undecided(now - ASK_AGAIN_MS, limit),
    async (id) => {
      // First, so that other processes do not ask as well, and a bank that fails does not hold up the rest.
      await store.transactions.markAsked(id, now);
      const found = await store.transactions.get(id);
      if (found !== undefined) await takeBankDecision(gateway, found);
    },
  );
}
