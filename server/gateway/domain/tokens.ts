import { cardFace } from "./card.ts";
import { InvalidInput, NotFound } from "./errors.ts";
import type { Gateway } from "./gateway.ts";
import type { Asker } from "./partner.ts";
import { type SavedCard, tokenTransitions } from "./token.ts";
import { nextState } from "./transitions.ts";

/** A card as the customer typed it. */
export interface CardToSave {
  readonly cardNumber: string;
  readonly expirationMonth: string;
  readonly expirationYear: string;
}

/** The record behind a token, whatever its state; nothing for someone else's. */
export function findSavedCard(
  gateway: Gateway,
  asker: Asker,
  token: string,
): Promise<SavedCard | undefined> {
  return gateway.store.savedCards.find(asker, gateway.tokens.digest(token));
}

/**
 * Saves a card. The token is returned here and never again.
 *
 * @throws InvalidInput when no network issues such a number
 */
export async function saveCard(
  gateway: Gateway,
  asker: Asker,
  card: CardToSave,
): Promise<{ token: string; saved: SavedCard }> {
  const { number, brand } = cardFace(card.cardNumber);
  if (brand === undefined) throw new InvalidInput([unknownBrand("cardNumber")]);
  const token = gateway.tokens.make();
  const saved: SavedCard = {
    id: gateway.ids.next(),
    digest: gateway.tokens.digest(token),
    partnerCode: asker.partnerCode,
    subAccount: asker.subAccount,
    status: "active",
    number,
    brand,
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
    createdAt: gateway.clock.now(),
  };
  await gateway.store.savedCards.add(saved);
  return { token, saved };
}

/**
 * Deletes a saved card, once and for all.
 *
 * @throws NotFound for an unknown, a deleted and someone else's token alike
 */
export async function deleteToken(
  gateway: Gateway,
  asker: Asker,
  token: string,
): Promise<void> {
  const card = await findSavedCard(gateway, asker, token);
  if (card?.status !== "active") throw new NotFound("token");
  const deleted = await gateway.store.savedCards.move(card.id, {
    from: card.status,
    to: nextState(tokenTransitions, card.status, "delete"),
    at: gateway.clock.now(),
  });
  if (!deleted) throw new NotFound("token");
}

/** The fault of a card number that belongs to none of the networks. */
export function unknownBrand(field: string): { field: string; reason: string } {
  return {
    field,
    reason: "must be the number of a VISA, MASTERCARD, JCB or AMEX card",
  };
}
