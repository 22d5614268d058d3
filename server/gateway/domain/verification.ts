import { HOUR_MS } from "./time.ts";
import type { TransitionTable } from "./transitions.ts";

export type VerificationStatus =
  "AUTHENTICATE_REQUIRED" | "AUTHENTICATED" | "FAILED" | "EXPIRED";
export type VerificationEvent = "confirm" | "fail" | "expire";

/** How the customer's confirmation of a direct payment proceeds. */
export const verificationTransitions: TransitionTable<
  VerificationStatus,
  VerificationEvent
> = {
  AUTHENTICATE_REQUIRED: {
    confirm: "AUTHENTICATED",
    fail: "FAILED",
    expire: "EXPIRED",
  },
  AUTHENTICATED: {},
  FAILED: {},
  EXPIRED: {},
};

/** The step in which the customer confirms a direct payment. Times are milliseconds since 1970. */
export interface Verification {
  readonly id: string;
  readonly transactionId: string;
  readonly method: "OTP";
  readonly status: VerificationStatus;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** How long the customer has to confirm (choice "verification-status"): five minutes. */
export const CONFIRMABLE_MS = HOUR_MS / 12;
