import { HOUR_MS } from "../time.ts";
import type { TransitionTable } from "../states/transitions.ts";

export type VerificationStatus = "AUTHENTICATE_REQUIRED" | "AUTHENTICATED" | "FAILED" | "EXPIRED";
export type VerificationEvent = "confirm" | "fail" | "expire";

/** The transitions of a verification (choice "verification-status"). */
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
  /** The keyed digest of the one-time password, which itself is not stored. */
  readonly otpDigest: string;
  readonly wrongOtps: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** The number of wrong passwords that ends a verification (choice "verification-status"). A guess of six digits then succeeds once in 200,000 payments. */
export const LAST_WRONG_OTP = 5;

/** How long the customer can confirm: five minutes (choice "verification-status"). */
export const CONFIRMABLE_MS = HOUR_MS / 12;
