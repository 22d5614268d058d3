import type { SourceOfFunds } from "../domain/bank/bank.ts";
import { findSavedCard } from "../domain/cards/saved-cards.ts";
import type { Gateway } from "../domain/dependencies.ts";
import type { Partner } from "../domain/partners/partner.ts";
import {
  type PaymentOrder,
  placeDirectPayment,
  placeOrder,
  readTerms,
} from "../domain/payments/payments.ts";
import { registerSource } from "../domain/payments/preparation.ts";
import type { PartnerReference, Transaction } from "../domain/payments/transaction.ts";
import type { Verification } from "../domain/payments/verification.ts";

/** Changes of an order. */
export interface OrderChanges extends Partial<Omit<PaymentOrder, "reference">> {
  readonly reference?: Partial<PartnerReference>;
}

/** A card of the sandbox that the bank accepts and charges. */
export const goodCard = { type: "card", cardNumber: "4111111111111111" } as const;

/** An account that the bank accepts and charges. */
export const goodAccount = { type: "account", accountNumber: "0071000123456" } as const;

/** Places an order of 150,000 VND that is paid by card on the gateway's page, or with the saved card of `token`. */
export async function placeHosted(
  gateway: Gateway,
  partner: Partner,
  orderId: string,
  { token, ...changes }: OrderChanges & { readonly token?: string } = {},
): Promise<Transaction> {
  const caller = { partnerCode: partner.code, subAccount: changes.subAccount };
  const savedCard = token === undefined ? undefined : await findSavedCard(gateway, caller, token);
  const order = orderOf(orderId, changes);
  const terms = { ...(await readTerms(gateway, partner.code, order.subAccount)), partner };
  return placeOrder(gateway, terms, { ...order, savedCard });
}

/** Registers a source of funds with the bank and places a direct payment of 150,000 VND. */
export async function placeDirect(
  gateway: Gateway,
  partner: Partner,
  orderId: string,
  { source = goodCard, ...changes }: OrderChanges & { readonly source?: SourceOfFunds } = {},
): Promise<{ transaction: Transaction; verification: Verification }> {
  const registered = await registerSource(gateway, source);
  const order = orderOf(orderId, { bankCode: "BANK01", ...changes });
  const terms = { ...(await readTerms(gateway, partner.code, order.subAccount)), partner };
  return placeDirectPayment(gateway, terms, { ...order, source: registered });
}

function orderOf(orderId: string, { reference, ...further }: OrderChanges): PaymentOrder {
  return {
    subAccount: undefined,
    amount: 150_000,
    bankCode: undefined,
    paymentMethod: "CC",
    action: "PAY",
    reference: {
      orderId,
      orderInfo: "info",
      notifyUrl: "https://shop.example/notify",
      redirectUrl: "https://shop.example/back",
      ...reference,
    },
    ...further,
  };
}
