import { maskCard } from "./card.ts";
import { byPartner, changeState, recordCreated } from "../states/changes.ts";
import { type FieldViolation, InvalidInputError, NotFoundError } from "../errors.ts";
import { atomically, type Gateway } from "../dependencies.ts";
import { lifecycles } from "../states/lifecycles.ts";
import { belongsTo, type Caller } from "../partners/partner.ts";
import { requireSubAccount } from "../partners/sub-accounts.ts";
import type { SavedCard } from "./saved-card.ts";

/** A card to save, with its number. */
export interface CardToSave {
  readonly cardNumber: string;
  readonly expirationMonth: string;
  readonly expirationYear: string;
}

/** A card that the bank has registered. */
export type RegisteredCard = Pick<
  SavedCard,
  "number" | "brand" | "expirationMonth" | "expirationYear" | "bankReference"
>;

/** The saved card of a token, in any state. Undefined if it belongs to another partner or sub account. */
export async function findSavedCard(
  gateway: Gateway,
  caller: Caller,
  token: string,
): Promise<SavedCard | undefined> {
  const found = await gateway.store.savedCards.get(gateway.tokens.digest(token));
  return found && belongsTo(caller, found) ? found : undefined;
}

/**
 * Registers a card at the bank and saves it. The token is returned only here.
 *
 * @throws InvalidInputError if the number is of no accepted brand, or the bank does not accept it
 * @throws SubAccountRefusedError
 */
export async function saveCard(
  gateway: Gateway,
  caller: Caller,
  card: CardToSave,
): Promise<{ token: string; saved: SavedCard }> {
  const { cardNumber, expirationMonth, expirationYear } = card;
  const { number, brand } = maskCard(cardNumber);
  const source = {
    type: "card",
    cardNumber,
    month: expirationMonth,
    year: expirationYear,
  } as const;
  const bankReference = brand && (await gateway.bank.register(source));
  if (brand === undefined || bankReference === undefined)
    throw new InvalidInputError([cardNotAccepted("cardNumber")]);
  await requireSubAccount(gateway, caller);
  const registered = { number, brand, expirationMonth, expirationYear, bankReference };
  return saveRegisteredCard(gateway, caller, registered);
}

/** Saves a card that the bank has registered. The token is returned only here. */
export async function saveRegisteredCard(
  gateway: Gateway,
  caller: Caller,
  card: RegisteredCard,
): Promise<{ token: string; saved: SavedCard }> {
  const token = gateway.tokens.make();
  const saved: SavedCard = {
    id: gateway.ids.next(),
    digest: gateway.tokens.digest(token),
    partnerCode: caller.partnerCode,
    subAccount: caller.subAccount,
    status: "active",
    ...card,
    createdAt: gateway.clock.now(),
  };
  await gateway.store.atomically(async (store) => {
    await store.savedCards.add(saved);
    await recordCreated({ ...gateway, store }, lifecycles.token, saved, {
      ...byPartner(caller, "saved"),
      at: saved.createdAt,
    });
  });
  return { token, saved };
}

/**
 * Deletes a saved card.
 *
 * @throws NotFoundError if the token is unknown, deleted or of another partner or sub account
 */
export async function deleteSavedCard(
  gateway: Gateway,
  caller: Caller,
  token: string,
): Promise<void> {
  return atomically(gateway, async (inside) => {
    const card = await findSavedCard(inside, caller, token);
    if (card?.status !== "active") throw new NotFoundError("token");
    await changeState(
      inside,
      lifecycles.token,
      card,
      {
        event: "delete",
        cause: byPartner(caller, "deleted"),
        at: gateway.clock.now(),
      },
      (move) => inside.store.savedCards.move(card.id, move),
    );
  });
}

/** The violation of a card number that is not accepted. */
export function cardNotAccepted(field: string): FieldViolation {
  return {
    field,
    reason:
      "must be the number of a card that can be used here; a sandbox takes its test cards only",
  };
}
