import type { CardBrand } from "./card.ts";
import type { TransitionTable } from "../states/transitions.ts";

export type TokenStatus = "active" | "deleted";
export type TokenEvent = "delete";

/** How a saved card's token ends. */
export const tokenTransitions: TransitionTable<TokenStatus, TokenEvent> = {
  active: { delete: "deleted" },
  deleted: {},
};

/** A saved card. The token itself is known to the partner only; `digest` finds the record. */
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
  /** By which the bank knows the card. */
  readonly bankReference: string;
  readonly createdAt: number;
}
