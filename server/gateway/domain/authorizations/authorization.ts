import type { Currency } from "../payments/payment-methods.ts";
import { HOUR_MS } from "../time.ts";
import type { TransitionTable } from "../states/transitions.ts";

export type AuthorizationStatus = "AUTHORIZED" | "CAPTURED" | "REVERSED";
/** `lapse`: nobody did either for seven days. */
export type AuthorizationEvent = "capture" | "reverse" | "lapse";

/** How a card authorization ends: captured or reversed, never both. */
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
  /** The reversal that has it to itself, or that has given it back. */
  readonly reversalId?: string | undefined;
}

/** Seven days, counted in hours: Viet Nam has no daylight saving that could make them differ. */
export const HELD_MS = 7 * 24 * HOUR_MS;

/** Whether the hold has ended by itself at `now`: exactly 168 hours after it began, it has (choice "auto-reversal"). */
export function hasLapsed({ authorizedAt }: Authorization, now: number): boolean {
  return now >= authorizedAt + HELD_MS;
}
