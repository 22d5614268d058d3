import { type Html, html } from "@contract-toolkit/contract";
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
    ${details(transaction, language)}
  </div>`;
}

/** What the customer pays, as text. */
export function totalText(transaction: Transaction, language: Language): string {
  return money(amountOf(transaction), language);
}

/** The details of a transaction: recipient, order, method, amounts. */
export function details(transaction: Transaction, language: Language): Html {
  const t = texts[language];
  const { orderAmount, customerFee, paymentMethod, card } = transaction;
  return facts([
    [t.to, transaction.partnerCode],
    [t.order, transaction.orderInfo],
    [t.orderCode, transaction.orderId],
    [t.method, new Map(Object.entries(t.methods)).get(paymentMethod) ?? paymentMethod],
    ...(transaction.bankCode === "" ? [] : [[t.bank, transaction.bankCode] as const]),
    ...(card === undefined ? [] : [[t.card, card.number] as const]),
    [t.amount, money(orderAmount, language)],
    [t.fee, money(customerFee, language)],
    [t.total, totalText(transaction, language)],
  ]);
}

/** Names with their values. The last one, an amount, stands out. */
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
