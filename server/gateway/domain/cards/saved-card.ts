import type { CardBrand } from "./card.ts";
import type { TransitionTable } from "../states/transitions.ts";

export type TokenStatus = "active" | "deleted";
export type TokenEvent = "delete";

/** The transitions of a token. */
export const tokenTransitions: TransitionTable<TokenStatus, TokenEvent> = {
  active: { delete: "deleted" },
  deleted: {},
};

/** A saved card. Only the partner knows the token; the record is found by its `digest`. */
export interface SavedCard {
  readonly id: string;
  readonly digest: string;
  readonly partnerCode: string;
  readonly subAccount?: string | undefined;
  readonly status: TokenStatus;
  readonly number: string;
  readonly brand: CardBrand;
  readonly expirationMonth: string;
  readonly expirationYear: string;
  /** The bank's reference for the card. */
  readonly bankReference: string;
  readonly createdAt: number;
}
