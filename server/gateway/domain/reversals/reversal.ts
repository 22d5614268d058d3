import type { Currency } from "../payments/payment-methods.ts";
import type { FieldViolation } from "../errors.ts";
import type { TransitionTable } from "../states/transitions.ts";

export type ReversalStatus = "pending" | "success" | "error";
export type ReversalEvent = "succeed" | "fail";

/** The transitions of a reversal (choice "reversal"). */
export const reversalTransitions: TransitionTable<ReversalStatus, ReversalEvent> = {
  pending: { succeed: "success", fail: "error" },
  success: {},
  error: {},
};

/** The bank's reason for refusing a reversal. */
export interface ReversalError {
  readonly errorCode: number;
  readonly message: string;
  readonly details: readonly FieldViolation[];
}

/** A request to release an authorized amount. Times are milliseconds since 1970. */
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
  /** Set if the status is `error`. */
  readonly error?: ReversalError | undefined;
}
