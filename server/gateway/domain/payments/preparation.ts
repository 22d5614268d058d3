import type { SourceOfFunds } from "../bank/bank.ts";
import { cardFace, type CardFace } from "../cards/card.ts";
import type { SavedCard } from "../cards/saved-card.ts";
import { findSavedCard, untakenNumber } from "../cards/saved-cards.ts";
import { type FieldFault, InvalidInput } from "../errors.ts";
import type { Gateway } from "../dependencies.ts";
import type { Caller, Partner } from "../partners/partner.ts";
import { savesCards, type SourceKind, sourcesOf } from "./payment-methods.ts";

/** What an order that the customer pays on the gateway's page says of how it is paid. */
export interface HostedMeans {
  readonly action: string;
  readonly token?: string | undefined;
  readonly paymentMethod: string;
}

/**
 * Demands that action, token and method go together (choice "action").
 *
 * @returns the saved card that the token names
 * @throws InvalidInput naming each field that does not fit
 */
export async function requirePayable(
  gateway: Gateway,
  caller: Caller,
  means: HostedMeans,
): Promise<SavedCard | undefined> {
  const { action, paymentMethod } = means;
  const faults: FieldFault[] = [];
  if (action !== "PAY" && !savesCards(paymentMethod))
    faults.push({ field: "transaction.action", reason: "must be PAY with this payment method" });
  const { fault, savedCard } = await readToken(gateway, caller, means);
  if (fault !== undefined) faults.push({ field: "transaction.token", reason: fault });
  if (faults.length > 0) throw new InvalidInput(faults);
  return savedCard;
}

/** What is wrong with the token of an order, or the card that it names; neither where there is none and needs to be none. */
interface ReadToken {
  readonly fault?: string;
  readonly savedCard?: SavedCard;
}

async function readToken(
  gateway: Gateway,
  caller: Caller,
  { action, token, paymentMethod }: HostedMeans,
): Promise<ReadToken> {
  if (token === undefined && action !== "PAY_WITH_TOKEN") return {};
  if (action === "PAY_WITH_RETURN_TOKEN")
    return { fault: "must be absent with PAY_WITH_RETURN_TOKEN" };
  if (!savesCards(paymentMethod)) return { fault: "must be absent with this payment method" };
  const savedCard = token === undefined ? undefined : await findSavedCard(gateway, caller, token);
  return savedCard?.status === "active"
    ? { savedCard }
    : { fault: "must be the token of a card saved for this partner" };
}

/**
 * Demands that the payment method is one that takes the source of funds (choice "payment-source"). A method that was
 * not granted is refused later, whatever pays.
 *
 * @throws InvalidInput
 */
export function requireFittingSource(
  partner: Partner,
  { paymentMethod, type }: { readonly paymentMethod: string; readonly type: SourceKind },
): void {
  const kinds = sourcesOf(paymentMethod);
  if (!partner.paymentMethods.has(paymentMethod) || kinds.length === 0) return;
  if (kinds.includes(type)) return;
  throw new InvalidInput([
    {
      field: "sourceOfFunds.type",
      reason: `must be ${kinds.join(" or ")} with this payment method`,
    },
  ]);
}

/** A card or an account that the bank has taken: what is kept of it. */
export interface RegisteredSource {
  readonly type: SourceKind;
  /** By which the bank knows it. */
  readonly bankReference: string;
  /** Of a card. */
  readonly card?: CardFace | undefined;
}

/**
 * Hands the bank what a direct payment is made with.
 *
 * @throws InvalidInput naming the number that the bank does not take
 */
export async function registerSource(
  { bank }: Gateway,
  source: SourceOfFunds,
): Promise<RegisteredSource> {
  const { type } = source;
  const number = type === "card" ? source.cardNumber : source.accountNumber;
  const bankReference = number.trim() === "" ? undefined : await bank.register(source);
  if (bankReference !== undefined)
    return { type, bankReference, ...(type === "card" && { card: cardFace(number) }) };
  throw new InvalidInput([
    type === "card"
      ? untakenNumber("sourceOfFunds.card.cardNumber")
      : {
          field: "sourceOfFunds.account.accountNumber",
          reason: "must be the number of an account that can be used here",
        },
  ]);
}
