/** Payment methods of this gateway; the contract leaves the codes open. */
export const paymentMethods = ["ATM", "CC", "EWALLET", "VA", "MM"] as const;

/** Test banks of this gateway; each serves every method. */
export const bankCodes = ["BANK01", "BANK02", "BANK03", "BANK04", "BANK05"] as const;

/** How the customer reaches the payment page. */
export const PAYMENT_TYPE = "WEB";

/** The only currency that is paid in. */
export const CURRENCY = "VND";

export type Currency = typeof CURRENCY;

const cardMethods: ReadonlySet<string> = new Set(["ATM", "CC"]);
const qrMethods: ReadonlySet<string> = new Set(["EWALLET", "VA"]);

/** Whether a card paid with this method can be saved as a token. */
export function savesCards(paymentMethod: string): boolean {
  return cardMethods.has(paymentMethod);
}

/** What a direct payment can be made with. */
export type SourceKind = "card" | "account";

const sources: ReadonlyMap<string, readonly SourceKind[]> = new Map([
  ["ATM", ["card", "account"]],
  ["CC", ["card"]],
  ["EWALLET", ["account"]],
  ["VA", ["account"]],
  ["MM", ["account"]],
]);

/** What pays directly with this method; nothing with one that is in no table. */
export function sourcesOf(paymentMethod: string): readonly SourceKind[] {
  return sources.get(paymentMethod) ?? [];
}

/** Whether the customer may scan a code to pay with this method. */
export function paysByQrCode(paymentMethod: string): boolean {
  return qrMethods.has(paymentMethod);
}

/** Whether the customer may pay with this method in an app. */
export function paysInApp(paymentMethod: string): boolean {
  return paymentMethod === "EWALLET";
}
