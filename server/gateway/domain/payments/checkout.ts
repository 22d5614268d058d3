import type { BankPayment, CardSource } from "../bank/bank.ts";
import { type CardExpiry, maskCard } from "../cards/card.ts";
import { hasCheckDigit } from "../cards/card-numbers.ts";
import { savesCards } from "./payment-methods.ts";
import { InvalidInputError, NotFoundError, StateForbidsError } from "../errors.ts";
import { atomically, type Gateway } from "../dependencies.ts";
import { takeBankDecision } from "./bank-decision.ts";
import type { Cause } from "../states/changes.ts";
import type { PaidWith } from "../store.ts";
import { cardNotAccepted } from "../cards/saved-cards.ts";
import { deadlineOf, type Transaction } from "./transaction.ts";
import { moveTransaction, openTransaction, startPayment } from "./transactions.ts";

/** An order that its customer pays on the gateway's page. */
export interface Checkout {
  readonly transaction: Transaction;
  /** The banks to choose from; empty if the order names one. */
  readonly banks: readonly string[];
  /** Whether the customer must enter a card. */
  readonly asksForCard: boolean;
}

/** The customer's input on the payment page. */
export interface Means {
  readonly bankCode?: string | undefined;
  readonly cardNumber?: string | undefined;
  /** Month and year of the card's expiry, `MM/YY`. */
  readonly cardExpiry?: string | undefined;
  /** The security code (CVV). Only the bank gets it. */
  readonly cardCode?: string | undefined;
}

/**
 * The current state of an order. Its deadline is applied, and the bank is asked if it has the payment.
 *
 * @throws NotFoundError
 */
export async function openCheckout(gateway: Gateway, id: string): Promise<Checkout> {
  const transaction = await takeBankDecision(gateway, await openCheckoutTransaction(gateway, id));
  const { bankCode, partnerCode } = transaction;
  const owner = await gateway.store.partners.find(partnerCode);
  if (transaction.status === "pending" && owner?.isDisabled) throw new NotFoundError("transaction");
  return {
    transaction,
    banks: bankCode === "" ? [...(owner?.partner.bankCodes ?? [])].sort() : [],
    asksForCard: asksForCard(transaction),
  };
}

/**
 * Pays an order with the customer's input, and asks the bank. If the order's saved card has been deleted, the order ends
 * with an error instead.
 *
 * @throws NotFoundError, StateForbidsError if the order can no longer be paid, or InvalidInputError naming the input to correct:
 *   `bankCode`, `cardNumber`, `cardExpiry` or `cardCode`
 */
export async function payCheckout(
  gateway: Gateway,
  id: string,
  means: Means,
): Promise<Transaction> {
  const checkout = await openCheckout(gateway, id);
  // Otherwise cards could be tried at the bank with an order that can no longer be paid.
  if (checkout.transaction.status !== "pending") throw new StateForbidsError(NOT_PAYABLE);
  const chosen = await requireMeans(gateway, checkout, means);
  const savesCard = checkout.asksForCard && checkout.transaction.action === SAVING_ACTION;
  const paidWith = { ...chosen, cardExpiry: savesCard ? expiryToSave(chosen, means) : undefined };
  const started = await atomically(gateway, async (inside) => {
    // Registering the card may have taken the bank several seconds.
    const isOver = gateway.clock.now() >= deadlineOf(checkout.transaction);
    if (isOver || !(await inside.store.transactions.payWith(id, paidWith)))
      throw new StateForbidsError(NOT_PAYABLE);
    return startPayment(inside, { ...checkout.transaction, ...paidWith });
  });
  return takeBankDecision(gateway, started);
}

/**
 * Cancels an order for its customer.
 *
 * @throws NotFoundError, or StateForbidsError if the order is processing or final
 */
export async function cancelCheckout(gateway: Gateway, id: string): Promise<Transaction> {
  const { transaction } = await openCheckout(gateway, id);
  return atomically(gateway, (inside) => moveTransaction(inside, transaction, "cancel"));
}

const NOT_PAYABLE = "The order can no longer be paid.";

/** The action that saves the card (choice "action"). */
const SAVING_ACTION = "PAY_WITH_RETURN_TOKEN";

/** The expiry of a card to save. A card that cannot be saved is refused before it is charged. */
function expiryToSave({ card }: PaidWith, { cardExpiry = "" }: Means): CardExpiry {
  if (card?.brand === undefined) throw new InvalidInputError([cardNotAccepted("cardNumber")]);
  const { month, year } = readExpiry(cardExpiry);
  if (month === undefined || year === undefined)
    throw new InvalidInputError([{ field: "cardExpiry", reason: MISTYPED }]);
  return { month, year };
}

/** The reason of a violation that the customer finds by comparing with the card. */
export const MISTYPED = "is mistyped";

/** Parses `MM/YY` or `MMYY`. */
function readExpiry(text: string): Pick<CardSource, "month" | "year"> {
  const [, month, year] = /^(0[1-9]|1[0-2])\/?(\d\d)$/.exec(text) ?? [];
  return { month, year };
}

function asksForCard(transaction: Transaction): boolean {
  const { paymentMethod, bankReference } = transaction;
  return savesCards(paymentMethod) && bankReference === undefined;
}

async function openCheckoutTransaction(gateway: Gateway, id: string): Promise<Transaction> {
  const found = await openTransaction(gateway, id);
  // Direct payments are confirmed on another page.
  if (found.sourceOfFunds !== undefined) throw new NotFoundError("transaction");
  return found;
}

/** More than a customer needs for typing errors, but too few to test stolen card numbers. */
const MOST_CARDS = 10;

/** Ends an order for which too many cards were tried. */
async function endUnpaid(gateway: Gateway, transaction: Transaction): Promise<never> {
  await atomically(gateway, async (inside) => {
    const started = await moveTransaction(inside, transaction, "start");
    const cause: Cause = { who: "customer", why: "tried too many cards" };
    await moveTransaction(inside, started, "decline", "declined", { cause });
  });
  throw new StateForbidsError("Too many cards were tried.");
}

async function requireMeans(
  gateway: Gateway,
  { transaction, banks, asksForCard: needsCard }: Checkout,
  { bankCode = "", cardNumber = "", cardExpiry = "", cardCode }: Means,
): Promise<PaidWith> {
  // Any bank takes a card, so the customer is not asked for one.
  const [first = ""] = needsCard ? banks : [];
  const chosen = transaction.bankCode || bankCode || first;
  if (transaction.bankCode === "" && !banks.includes(chosen))
    throw new InvalidInputError([{ field: "bankCode", reason: "must be chosen" }]);
  if (!needsCard) return { bankCode: chosen };
  const mistyped = [
    ...(cardExpiry === "" || readExpiry(cardExpiry).month ? [] : ["cardExpiry"]),
    ...(/^(?:\d{3,4})?$/.test(cardCode ?? "") ? [] : ["cardCode"]),
  ];
  if (mistyped.length > 0)
    throw new InvalidInputError(mistyped.map((field) => ({ field, reason: MISTYPED })));
  if (!(await gateway.store.transactions.countCard(transaction.id, MOST_CARDS)))
    return endUnpaid(gateway, transaction);
  const bankReference: BankPayment["reference"] = await gateway.bank.register({
    type: "card",
    cardNumber,
    ...readExpiry(cardExpiry),
    securityCode: cardCode,
  });
  if (bankReference === undefined) {
    const isMistyped = !hasCheckDigit(cardNumber.replaceAll(/\D/g, ""));
    const refused = cardNotAccepted("cardNumber");
    throw new InvalidInputError([isMistyped ? { ...refused, reason: MISTYPED } : refused]);
  }
  return { bankCode: chosen, bankReference, card: maskCard(cardNumber) };
}
