import type { SourceOfFunds } from "../bank/bank.ts";
import { maskCard, type MaskedCard } from "../cards/card.ts";
import type { SavedCard } from "../cards/saved-card.ts";
import { findSavedCard, cardNotAccepted } from "../cards/saved-cards.ts";
import { type FieldViolation, InvalidInputError } from "../errors.ts";
import type { Gateway } from "../dependencies.ts";
import type { Caller, Partner } from "../partners/partner.ts";
import { savesCards, type SourceKind, sourcesOf } from "./payment-methods.ts";

/** How an order on the gateway's page is to be paid. */
export interface HostedMeans {
  readonly action: string;
  readonly token?: string | undefined;
  readonly paymentMethod: string;
}

/**
 * Checks that action, token and payment method fit each other (choice "action").
 *
 * @returns the saved card of the token
 * @throws InvalidInputError naming each field that does not fit
 */
export async function requirePayable(
  gateway: Gateway,
  caller: Caller,
  means: HostedMeans,
): Promise<SavedCard | undefined> {
  const { action, paymentMethod } = means;
  const violations: FieldViolation[] = [];
  if (action !== "PAY" && !savesCards(paymentMethod))
    violations.push({
      field: "transaction.action",
      reason: "must be PAY with this payment method",
    });
  const { violation, savedCard } = await readToken(gateway, caller, means);
  if (violation !== undefined) violations.push({ field: "transaction.token", reason: violation });
  if (violations.length > 0) throw new InvalidInputError(violations);
  return savedCard;
}

/** The saved card of an order's token, or what is wrong with the token. Empty if the order has and needs no token. */
async function readToken(
  gateway: Gateway,
  caller: Caller,
  { action, token, paymentMethod }: HostedMeans,
) {
  if (token === undefined && action !== "PAY_WITH_TOKEN") return {};
  if (action === "PAY_WITH_RETURN_TOKEN")
    return { violation: "must be absent with PAY_WITH_RETURN_TOKEN" };
  if (!savesCards(paymentMethod)) return { violation: "must be absent with this payment method" };
  const savedCard = token === undefined ? undefined : await findSavedCard(gateway, caller, token);
  return savedCard?.status === "active"
    ? { savedCard }
    : { violation: "must be the token of a card saved for this partner" };
}

/**
 * Checks that the payment method accepts the source of funds (choice "payment-source"). Methods that the partner was not
 * granted are refused later, with code 140.
 *
 * @throws InvalidInputError
 */
export function requireFittingSource(
  partner: Partner,
  { paymentMethod, type }: { readonly paymentMethod: string; readonly type: SourceKind },
): void {
  const kinds = sourcesOf(paymentMethod);
  if (!partner.paymentMethods.has(paymentMethod) || kinds.length === 0) return;
  if (kinds.includes(type)) return;
  throw new InvalidInputError([
    {
      field: "sourceOfFunds.type",
      reason: `must be ${kinds.join(" or ")} with this payment method`,
    },
  ]);
}

/** The stored data of a card or account that the bank has registered. */
export interface RegisteredSource {
  readonly type: SourceKind;
  /** The bank's reference for it. */
  readonly bankReference: string;
  /** Set for a card. */
  readonly card?: MaskedCard | undefined;
}

/**
 * Registers the card or account of a direct payment at the bank.
 *
 * @throws InvalidInputError if the bank does not accept the number
 */
export async function registerSource(
  { bank }: Gateway,
  source: SourceOfFunds,
): Promise<RegisteredSource> {
  const { type } = source;
  const number = type === "card" ? source.cardNumber : source.accountNumber;
  const bankReference = number.trim() === "" ? undefined : await bank.register(source);
  if (bankReference !== undefined)
    return { type, bankReference, ...(type === "card" && { card: maskCard(number) }) };
  throw new InvalidInputError([
    type === "card"
      ? cardNotAccepted("sourceOfFunds.card.cardNumber")
      : {
          field: "sourceOfFunds.account.accountNumber",
          reason: "must be the number of an account that can be used here",
        },
  ]);
}
