import type { Currency } from "../payments/payment-methods.ts";
import type { FieldFault } from "../errors.ts";
import type { TransitionTable } from "../states/transitions.ts";

export type ReversalStatus = "pending" | "success" | "error";
export type ReversalEvent = "succeed" | "fail";

/** How a reversal proceeds (choice "reversal"). */
export const reversalTransitions: TransitionTable<ReversalStatus, ReversalEvent> = {
  pending: { succeed: "success", fail: "error" },
  success: {},
  error: {},
};

/** Why a bank does not give an amount back, in its own words. */
export interface ReversalError {
  readonly errorCode: number;
  readonly message: string;
  readonly details: readonly FieldFault[];
}

/** A request to give an authorized amount back. Times are milliseconds since 1970. */
export interface Reversal {
  readonly id: string;
  readonly authorizationId: string;
  readonly merchantRefId: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly status: ReversalStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly reversedAt?: number | undefined;
  /** There when the status is `error`. */
  readonly error?: ReversalError | undefined;
}
