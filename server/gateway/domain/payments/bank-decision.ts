import { byBank, recordLate } from "../states/changes.ts";
import type { Gateway } from "../dependencies.ts";
import { lifecycles } from "../states/lifecycles.ts";
import { moveTransaction } from "./transactions.ts";
import { type CardToSave, saveCard } from "../cards/saved-cards.ts";
import type { Transaction } from "./transaction.ts";

/**
 * Asks the bank about a transaction that is with it, and ends the transaction
 * accordingly. One that is not with the bank stays as it is, so this can be
 * done again at any time, also after a crash.
 *
 * @param toSave the card that the order asks to save when it is paid; it is
 *   known only while its customer pays, so a crash before the bank's answer loses it
 */
export async function takeBankDecision(
  gateway: Gateway,
  transaction: Transaction,
  toSave?: CardToSave,
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
    const { bankReference } = now;
    const token = toSave && (await saveCard(inside, now, { ...toSave, bankReference })).token;
    return moveTransaction(inside, now, "succeed", undefined, { token });
  });
}
