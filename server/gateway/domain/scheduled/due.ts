import { lapseAuthorizations } from "../authorizations/authorizations.ts";
import { ASK_AGAIN_MS } from "../bank/questions.ts";
import type { Gateway } from "../dependencies.ts";
import { takeDueReversalDecisions } from "../reversals/reversal-decision.ts";
import { takeDuePaymentDecisions } from "../payments/bank-decision.ts";
import { expireTransactions } from "../payments/transactions.ts";

/** Does one kind of due work and returns the number of due records. It begins no further record once `signal` is aborted. */
export type DueWork = (signal?: AbortSignal) => Promise<number>;

/**
 * The work that deadlines cause, by kind. Undecided payments are a separate kind for each bank. The kinds do not depend
 * on each other. Any number of processes may do the work at once. Reading a record applies its deadline too.
 */
export async function dueWork(gateway: Gateway): Promise<ReadonlyMap<string, DueWork>> {
  const { clock, store } = gateway;
  const banks = await store.transactions.banksWithUndecided(clock.now() - ASK_AGAIN_MS);
  return new Map<string, DueWork>([
    ["expiry", (signal) => expireTransactions(gateway, signal)],
    ["lapse", (signal) => lapseAuthorizations(gateway, signal)],
    ["reversals", (signal) => takeDueReversalDecisions(gateway, signal)],
    ...banks.map((bank): [string, DueWork] => [
      `payments at ${bank}`,
      (signal) => takeDuePaymentDecisions(gateway, bank, signal),
    ]),
  ]);
}

/** Does all due work, one kind after another. Returns the number of due records. */
export async function doDueWork(gateway: Gateway): Promise<number> {
  let count = 0;
  for (const work of (await dueWork(gateway)).values()) count += await work();
  return count;
}
