import type { Currency } from "../payments/payment-methods.ts";
import { HOUR_MS } from "../time.ts";
import type { TransitionTable } from "../states/transitions.ts";

export type AuthorizationStatus = "AUTHORIZED" | "CAPTURED" | "REVERSED";
/** `lapse`: it was neither captured nor reversed for seven days. */
export type AuthorizationEvent = "capture" | "reverse" | "lapse";

/** The transitions of an authorization: captured or reversed, never both. */
export const authorizationTransitions: TransitionTable<AuthorizationStatus, AuthorizationEvent> = {
  AUTHORIZED: { capture: "CAPTURED", reverse: "REVERSED", lapse: "REVERSED" },
  CAPTURED: {},
  REVERSED: {},
};

/** Money held on a card. The amount is whole VND, `authorizedAt` milliseconds since 1970. */
export interface Authorization {
  readonly id: string;
  readonly partnerCode: string;
  readonly subAccount?: string | undefined;
  readonly merchantRefId: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly status: AuthorizationStatus;
  readonly authorizedAt: number;
  /** The reversal that locks it, or that has released the amount. */
  readonly reversalId?: string | undefined;
}

/** Seven days of 24 hours. Viet Nam has no daylight saving time. */
export const HELD_MS = 7 * 24 * HOUR_MS;

/** Whether an authorization is 168 hours old or older (choice "auto-reversal"). */
export function hasLapsed({ authorizedAt }: Authorization, now: number): boolean {
  return now >= authorizedAt + HELD_MS;
}
