import type { ReversalError } from "./reversal.ts";

/** Why a bank refuses a payment. */
export type Refusal = "declined" | "insufficient-funds" | "expired-card" | "issuer-timeout";

/** What a bank says of a payment. */
export type Verdict = "success" | Refusal;

/** What a card's issuer says when a 3DS authentication begins. */
export type Enrolment = "challenge" | "frictionless" | "not-enrolled" | "check-failed" | "failed";

/** What a customer pays with, as it was typed. */
export type SourceOfFunds =
  | { readonly type: "card"; readonly cardNumber: string }
  | { readonly type: "account"; readonly accountNumber: string };

/** What a bank is asked to pay. The amount is whole VND, the fee included. */
export interface BankPayment {
  readonly transactionId: string;
  readonly amount: number;
  /** The order's amount, without the fee. */
  readonly orderAmount: number;
  /** What `register` gave; absent when the customer pays at the bank's own pages. */
  readonly reference?: string | undefined;
}

/** What a bank is asked to give back. The amount is whole VND. */
export interface BankReversal {
  readonly reversalId: string;
  readonly authorizationId: string;
  readonly amount: number;
  /** How many reversals of the authorization it has refused before. */
  readonly refusedBefore: number;
  /** How long ago it was first asked about this one. */
  readonly waitedMs: number;
}

/** What a bank decides about a reversal. */
export type FinalVerdict =
  { readonly status: "success" } | { readonly status: "error"; readonly error: ReversalError };

/** What a bank says of a reversal; `pending`: it decides later. */
export type ReversalVerdict = FinalVerdict | { readonly status: "pending" };

/** The bank side, as the gateway needs it. */
export interface Bank {
  /**
   * Hands the bank what will pay. The answer is kept in place of the number
   * and is of no use to anyone else; undefined: the bank does not take it.
   */
  register(source: SourceOfFunds): Promise<string | undefined>;
  /** Lets the bank tell its customer the one-time password of a payment. */
  sendOtp(transactionId: string, otp: string): Promise<void>;
  /** Asked again about the same transaction, it says the same: a gateway that was killed asks again. */
  decide(payment: BankPayment): Promise<Verdict>;
  /** Asked again about the same reversal, it says the same, once it has said anything but `pending`. */
  reverse(reversal: BankReversal): Promise<ReversalVerdict>;
  /** Asks the issuer of a card how its holder is to be authenticated. */
  enrol(cardNumber: string): Promise<Enrolment>;
}

/** No bank at all: it takes every source, declines every payment and gives nothing back. */
export const unconnectedBank: Bank = {
  register: () => Promise.resolve("unconnected"),
  sendOtp: () => Promise.resolve(),
  decide: () => Promise.resolve("declined"),
  reverse: () =>
    Promise.resolve({
      status: "error",
      error: { errorCode: 503, message: "No bank is connected.", details: [] },
    }),
  enrol: () => Promise.resolve("check-failed"),
};
