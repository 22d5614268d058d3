import type { Currency } from "./code-tables.ts";
import type { TransitionTable } from "./transitions.ts";

export type ReversalStatus = "pending" | "success" | "error";
export type ReversalEvent = "succeed" | "fail";

/** How a reversal proceeds (choice "reversal"). */
export const reversalTransitions: TransitionTable<
  ReversalStatus,
  ReversalEvent
> = {
  pending: { succeed: "success", fail: "error" },
  success: {},
  error: {},
};

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
}
