/** Networks whose cards take part in 3DS (documented interface, "Card object"). */
export type NetworkBrand = "VISA" | "MASTERCARD" | "JCB" | "AMEX";

/** The network of a card, or DOMESTIC. Only cards with a brand can be saved. */
export type CardBrand = NetworkBrand | "DOMESTIC";

/** The stored data of a card, with which nobody can pay. */
export interface MaskedCard {
  /** The masked number: the first six digits, six times `x`, the last four digits. */
  readonly number: string;
  readonly brand: CardBrand | undefined;
}

/** When a card expires, two digits each. */
export interface CardExpiry {
  readonly month: string;
  readonly year: string;
}

/** Masks a card number and finds its brand. */
export function maskCard(cardNumber: string): MaskedCard {
  const digits = cardNumber.replace(/\D/g, "");
  return { number: mask(digits), brand: findBrandRange(digits)?.[0] };
}

const SHOWN_FIRST = 6;
const SHOWN_LAST = 4;
const MASKED_LENGTH = 16;
// First six and last four digits would reveal most of a shorter number.
const SHORTEST_CARD_NUMBER = 12;

function mask(digits: string): string {
  if (digits.length < SHORTEST_CARD_NUMBER) return "x".repeat(MASKED_LENGTH);
  const hidden = "x".repeat(MASKED_LENGTH - SHOWN_FIRST - SHOWN_LAST);
  return digits.slice(0, SHOWN_FIRST) + hidden + digits.slice(-SHOWN_LAST);
}

/** Whether cards of the brand take part in 3DS. */
export function isNetwork(brand: CardBrand | undefined): brand is NetworkBrand {
  return brand !== undefined && brand !== "DOMESTIC";
}

/** Whether a number begins like a card of any network, including networks that the gateway does not accept. */
export function hasKnownPrefix(digits: string): boolean {
  return findBrandRange(digits) !== undefined;
}

/** The ranges of the first four digits of each brand (ISO/IEC 7812-1, lists of the networks). */
const brandRanges: readonly (readonly [CardBrand | undefined, number, number])[] = [
  ["VISA", 4000, 4999],
  ["MASTERCARD", 5100, 5599],
  ["MASTERCARD", 2221, 2720],
  ["AMEX", 3400, 3499],
  ["AMEX", 3700, 3799],
  ["JCB", 3528, 3589],
  ["DOMESTIC", 9704, 9704],
  // The gateway does not accept cards of Diners, Discover and UnionPay.
  [undefined, 3000, 3059],
  [undefined, 3095, 3095],
  [undefined, 3600, 3699],
  [undefined, 3800, 3999],
  [undefined, 6011, 6011],
  [undefined, 6440, 6599],
  [undefined, 6200, 6299],
  [undefined, 8100, 8171],
];

function findBrandRange(digits: string): (typeof brandRanges)[number] | undefined {
  const prefix = Number(digits.slice(0, 4));
  return brandRanges.find(([, first, last]) => prefix >= first && prefix <= last);
}
