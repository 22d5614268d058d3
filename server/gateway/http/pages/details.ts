import { type Html, html } from "@contract-toolkit/contract";
import { bankNames } from "../../domain/payments/payment-methods.ts";
import { amountOf, type Transaction } from "../../domain/payments/transaction.ts";
import type { Language } from "./links.ts";
import { texts } from "./translations.ts";

/** What is paid, beside a form: the total first. */
export function orderSummary(transaction: Transaction, language: Language): Html {
  return html`<div class="summary stack">
    <div>
      <p class="quiet">${texts[language].total}</p>
      <p class="total">${totalText(transaction, language)}</p>
    </div>
    ${facts(orderRows(transaction, language))}
  </div>`;
}

/** What the customer pays, as text. */
export function totalText(transaction: Transaction, language: Language): string {
  return money(amountOf(transaction), language);
}

/** The details of a transaction: recipient, order, method, amounts. */
export function details(transaction: Transaction, language: Language): Html {
  const total = [texts[language].total, totalText(transaction, language)] as const;
  return facts([...orderRows(transaction, language), total]);
}

/** The rows of a transaction without its total. A fee of 0 is none. */
function orderRows(transaction: Transaction, language: Language) {
  const t = texts[language];
  const { orderAmount, customerFee, paymentMethod, card, bankCode } = transaction;
  const rows: readonly (readonly [name: string, value: string | undefined])[] = [
    [t.to, transaction.partnerCode],
    [t.order, transaction.orderInfo],
    [t.orderCode, transaction.orderId],
    [t.method, new Map(Object.entries(t.methods)).get(paymentMethod) ?? paymentMethod],
    [t.bank, bankName(bankCode) || undefined],
    [t.card, card?.number],
    [t.amount, customerFee === 0 ? undefined : money(orderAmount, language)],
    [t.fee, customerFee === 0 ? undefined : money(customerFee, language)],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** The name of a bank for customers; its code, if it has no name. */
export function bankName(bankCode: string): string {
  return bankNames.get(bankCode) ?? bankCode;
}

/** Names with their values. */
export function facts(rows: readonly (readonly [name: string, value: string])[]): Html {
  return html`<dl>
    ${rows.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${isolated(value)}</dd>`,
    )}
  </dl>`;
}

/** Isolates foreign text, so that its direction does not change the order of the text around it. */
export function isolated(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** Formats whole VND in a language. */
export function money(amount: number, language: Language): string {
  return new Intl.NumberFormat(language === "vi" ? "vi-VN" : "en-US", {
    style: "currency",
    currency: "VND",
  }).format(amount);
}
