import { HOUR_MS } from "../time.ts";
import type { TransitionTable } from "../states/transitions.ts";

export type VerificationStatus = "AUTHENTICATE_REQUIRED" | "AUTHENTICATED" | "FAILED" | "EXPIRED";
export type VerificationEvent = "confirm" | "fail" | "expire";

/** How the customer's confirmation of a direct payment proceeds. */
export const verificationTransitions: TransitionTable<VerificationStatus, VerificationEvent> = {
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
  /** What the one-time password is recognised by; the password itself is kept nowhere. */
  readonly otpDigest: string;
  readonly wrongOtps: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** The wrong one-time password that ends the confirmation (choice "verification-status"): guessing six digits then succeeds once in 200,000. */
export const LAST_WRONG_OTP = 5;

/** How long the customer has to confirm (choice "verification-status"): five minutes. */
export const CONFIRMABLE_MS = HOUR_MS / 12;
