import { recordLate } from "../states/changes.ts";
import type { PaymentDecision } from "../bank/bank.ts";
import { ASK_PAUSE_MS, askAgain } from "../bank/questions.ts";
import type { Gateway } from "../dependencies.ts";
import { lifecycles } from "../states/lifecycles.ts";
import { moveTransaction } from "./transactions.ts";
import { saveRegisteredCard } from "../cards/saved-cards.ts";
import { amountOf, type Transaction } from "./transaction.ts";

/**
 * Asks the bank to decide a processing transaction, and applies the decision. Does nothing if the transaction is in
 * another state, or if the bank was asked less than `ASK_PAUSE_MS` ago. It can be called at any time, also after a
 * crash.
 *
 * @returns the transaction in its latest known state
 */
export async function takeBankDecision(
  gateway: Gateway,
  transaction: Transaction,
): Promise<Transaction> {
  const { id, status, orderAmount } = transaction;
  const { store, clock } = gateway;
  if (status !== "processing") return transaction;
  const at = clock.now();
  if (!(await store.transactions.markAsked(id, at, at - ASK_PAUSE_MS)))
    return (await store.transactions.get(id)) ?? transaction;
  const decision = await gateway.bank.decide({
    transactionId: id,
    requestId: transaction.requestId,
    orderAmount,
    amount: amountOf(transaction),
    partnerCode: transaction.partnerCode,
    paymentMethod: transaction.paymentMethod,
    bankCode: transaction.bankCode,
    reference: transaction.bankReference,
  });
  if (decision === "pending") return transaction;
  return store.atomically(async (inside) => {
    const now = await inside.transactions.get(id);
    if (now === undefined) return transaction;
    if (now.status === "processing")
      return concludePayment({ ...gateway, store: inside }, now, decision);
    await recordLate({ ...gateway, store: inside }, lifecycles.transaction, now, {
      event: decision,
      who: "bank",
      why: "the transaction was final already",
    });
    return now;
  });
}

/** Asks a bank again about its undecided payments. Returns how many were due. */
export function takeDuePaymentDecisions(
  gateway: Gateway,
  bankCode: string,
  signal?: AbortSignal,
): Promise<number> {
  const { transactions } = gateway.store;
  return askAgain(
    gateway,
    (until, limit) => transactions.undecided(bankCode, until, limit),
    async (id) => {
      const found = await transactions.get(id);
      if (found !== undefined) await takeBankDecision(gateway, found);
    },
    signal,
  );
}

/**
 * Applies a bank's decision to a processing transaction, inside the caller's database transaction. On success it saves
 * the card if the order asks for that.
 *
 * @throws StateForbidsError
 */
export async function concludePayment(
  gateway: Gateway,
  transaction: Transaction,
  decision: PaymentDecision,
): Promise<Transaction> {
  if (decision !== "success") return moveTransaction(gateway, transaction, "decline", decision);
  const token = await saveCardOf(gateway, transaction);
  return moveTransaction(gateway, transaction, "succeed", undefined, { token });
}

/** Saves the card if the transaction asks for that, and returns its token. */
async function saveCardOf(gateway: Gateway, transaction: Transaction): Promise<string | undefined> {
  const { card, cardExpiry, bankReference } = transaction;
  if (!cardExpiry || !card?.brand || bankReference === undefined) return undefined;
  const { token } = await saveRegisteredCard(gateway, transaction, {
    number: card.number,
    brand: card.brand,
    expirationMonth: cardExpiry.month,
    expirationYear: cardExpiry.year,
    bankReference,
  });
  return token;
}
