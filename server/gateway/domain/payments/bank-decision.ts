import { byBank, recordLate } from "../states/changes.ts";
import type { Gateway } from "../dependencies.ts";
import { lifecycles } from "../states/lifecycles.ts";
import { moveTransaction } from "./transactions.ts";
import { saveTakenCard } from "../cards/saved-cards.ts";
import type { Transaction } from "./transaction.ts";

/**
 * Asks the bank about a transaction that is with it, and ends the transaction
 * accordingly. One that is not with the bank stays as it is, so this can be
 * done again at any time, also after a crash. Whoever ends it saves the card
 * that the order asks to save.
 */
export async function takeBankDecision(
  gateway: Gateway,
  transaction: Transaction,
): Promise<Transaction> {
  const { id, status, orderAmount, customerFee } = transaction;
  if (status !== "processing") return transaction;
  const decision = await gateway.bank.decide({
    transactionId: id,
    orderAmount,
    amount: orderAmount + customerFee,
    partnerCode: transaction.partnerCode,
    paymentMethod: transaction.paymentMethod,
    bankCode: transaction.bankCode,
    reference: transaction.bankReference,
  });
  if (decision === "pending") return transaction;
  return gateway.store.atomically(async (store) => {
    const now = await store.transactions.get(id);
    if (now === undefined) return transaction;
    const inside = { ...gateway, store };
    if (now.status !== "processing") {
      await recordLate(inside, lifecycles.transaction, now, {
        event: decision,
        cause: byBank("the transaction was final already"),
      });
      return now;
    }
    if (decision !== "success") return moveTransaction(inside, now, "decline", decision);
    const token = await saveCardOf(inside, now);
    return moveTransaction(inside, now, "succeed", undefined, { token });
  });
}

/** The token of the card that a transaction asks to save; undefined when it asks for none. */
async function saveCardOf(gateway: Gateway, transaction: Transaction): Promise<string | undefined> {
  const { card, cardExpiry, bankReference } = transaction;
  if (!cardExpiry || !card?.brand || bankReference === undefined) return undefined;
  const { token } = await saveTakenCard(gateway, transaction, {
    number: card.number,
    brand: card.brand,
    expirationMonth: cardExpiry.month,
    expirationYear: cardExpiry.year,
    bankReference,
  });
  return token;
}
