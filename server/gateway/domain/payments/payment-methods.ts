/** The payment methods of this gateway (choice "code-tables"). */
export const paymentMethods = ["ATM", "CC", "EWALLET", "VA", "MM"] as const;

/** The test banks of this gateway, and their names for customers. Each serves every method. */
export const bankNames: ReadonlyMap<string, string> = new Map([
  ["BANK01", "Demo Bank North"],
  ["BANK02", "Demo Bank South"],
  ["BANK03", "Demo Bank East"],
  ["BANK04", "Demo Bank West"],
  ["BANK05", "Demo Bank Central"],
]);

/** How the customer reaches the payment page. */
export const PAYMENT_TYPE = "WEB";

/** The only accepted currency. */
export const CURRENCY = "VND";

export type Currency = typeof CURRENCY;

const cardMethods: ReadonlySet<string> = new Set(["ATM", "CC"]);
const qrMethods: ReadonlySet<string> = new Set(["EWALLET", "VA"]);

/** Whether a card that pays with this method can be saved. */
export function savesCards(paymentMethod: string): boolean {
  return cardMethods.has(paymentMethod);
}

/** The sources of funds of direct payments. */
export type SourceKind = "card" | "account";

const sources: ReadonlyMap<string, readonly SourceKind[]> = new Map([
  ["ATM", ["card", "account"]],
  ["CC", ["card"]],
  ["EWALLET", ["account"]],
  ["VA", ["account"]],
  ["MM", ["account"]],
]);

/** The sources of funds that a method accepts in direct payments; empty for unknown methods. */
export function sourcesOf(paymentMethod: string): readonly SourceKind[] {
  return sources.get(paymentMethod) ?? [];
}

/** Whether the customer pays with a domestic card, which has no security code. */
export function paysByDomesticCard(paymentMethod: string): boolean {
  return paymentMethod === "ATM";
}

/** Whether the customer can pay with this method by scanning a QR code. */
export function paysByQrCode(paymentMethod: string): boolean {
  return qrMethods.has(paymentMethod);
}

/** Whether the customer can pay with this method in an app. */
export function paysInApp(paymentMethod: string): boolean {
  return paymentMethod === "EWALLET";
}
