import { type Html, html } from "@contract-toolkit/kernel";
import type { Transaction } from "../domain/payments/transaction.ts";
import type { Language } from "./links.ts";
import { texts } from "./translations.ts";

/** What is paid, to whom and how. */
export function details(transaction: Transaction, language: Language): Html {
  const t = texts[language];
  const { orderAmount, customerFee, paymentMethod, card } = transaction;
  const rows: readonly (readonly [string, string])[] = [
    [t.to, transaction.partnerCode],
    [t.order, transaction.orderInfo],
    [t.orderCode, transaction.orderId],
    [t.method, t.methods[paymentMethod] ?? paymentMethod],
    ...(transaction.bankCode === "" ? [] : [[t.bank, transaction.bankCode] as const]),
    ...(card === undefined ? [] : [[t.card, card.number] as const]),
    [t.amount, money(orderAmount, language)],
    [t.fee, money(customerFee, language)],
  ];
  return html`<dl>
    ${rows.map(row)}
    <dt class="total">${t.total}</dt>
    <dd class="total">${money(orderAmount + customerFee, language)}</dd>
  </dl>`;
}

/** One name and its value. */
export function row([name, value]: readonly [string, string]): Html {
  return html`<dt>${name}</dt>
    <dd>${isolated(value)}</dd>`;
}

/** A text that somebody else made, so that it cannot change the order in which the page around it is read. */
export function isolated(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** Whole VND, as the language writes them. */
export function money(amount: number, language: Language): string {
  return new Intl.NumberFormat(language === "vi" ? "vi-VN" : "en-US", {
    style: "currency",
    currency: "VND",
  }).format(amount);
}
