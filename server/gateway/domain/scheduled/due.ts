import { lapseAuthorizations } from "../authorizations/authorizations.ts";
import { ASK_AGAIN_MS } from "../bank/questions.ts";
import type { Gateway } from "../dependencies.ts";
import { takeDueReversalDecisions } from "../reversals/reversal-decision.ts";
import { takeDuePaymentDecisions } from "../payments/bank-decision.ts";
import { expireTransactions } from "../payments/transactions.ts";

/** Does one kind of due work, and answers how many records were due. It begins no further record once `signal` has ended. */
export type DueWork = (signal?: AbortSignal) => Promise<number>;

/**
 * What time alone brings about, by kind; payments that a bank has not decided are a kind for each bank. No kind needs
 * another one done first. Any number of processes may do this at once, and whoever reads a record before does it for
 * that record.
 */
export async function dueWork(gateway: Gateway): Promise<ReadonlyMap<string, DueWork>> {
  const { clock, store } = gateway;
  const banks = await store.transactions.banksWithUndecided(clock.now() - ASK_AGAIN_MS);
  return new Map<string, DueWork>([
    ["expiry", (signal) => expireTransactions(gateway, { signal })],
    ["lapse", (signal) => lapseAuthorizations(gateway, signal)],
    ["reversals", (signal) => takeDueReversalDecisions(gateway, signal)],
    ...banks.map((bank): [string, DueWork] => [
      `payments at ${bank}`,
      (signal) => takeDuePaymentDecisions(gateway, bank, signal),
    ]),
  ]);
}

/** Does all that is due, one kind after the other; answers how many records were due. */
export async function doDueWork(gateway: Gateway): Promise<number> {
  let count = 0;
  for (const work of (await dueWork(gateway)).values()) count += await work();
  return count;
}
