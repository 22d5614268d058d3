import type { ReversalError } from "../reversals/reversal.ts";

/** Why a bank can refuse a payment. */
export const refusals = [
  "declined",
  "insufficient-funds",
  "expired-card",
  "issuer-timeout",
] as const;

/** Why a bank refuses a payment; any of them ends the payment. */
export type Refusal = (typeof refusals)[number];

/** What a bank says of a payment in the end. It never takes it back. */
export type PaymentDecision = "success" | Refusal;

/** What the issuer of a card can say when a 3DS authentication begins. */
export const enrolments = [
  "challenge",
  "frictionless",
  "not-enrolled",
  "check-failed",
  "failed",
] as const;

/** What a card's issuer says when a 3DS authentication begins. */
export type Enrolment = (typeof enrolments)[number];

/** What a customer pays with, as it was typed or sent. */
export type SourceOfFunds = CardSource | AccountSource;

/** A card. What was not asked for is absent: a direct payment has all, a page no holder, an authentication the number alone. */
export interface CardSource {
  readonly type: "card";
  /** May hold spaces and dashes. */
  readonly cardNumber: string;
  /** As the card shows it. */
  readonly holderName?: string | undefined;
  /** Of issue or of expiry, whichever the card shows, in two digits. */
  readonly month?: string | undefined;
  /** Of the same, in two or four digits. */
  readonly year?: string | undefined;
}

/** An account. */
export interface AccountSource {
  readonly type: "account";
  readonly accountNumber: string;
  /** As the bank knows it. */
  readonly holderName?: string | undefined;
  /** Of the holder's identity document. */
  readonly identificationNumber?: string | undefined;
}

/** What a bank is asked to pay. Amounts are integers of whole VND, which has no smaller unit. */
export interface BankPayment {
  /** Names the payment for good: the key by which the bank tells a repeated question from a new payment. */
  readonly transactionId: string;
  /** What the customer pays, the fee included. */
  readonly amount: number;
  /** The order's amount, without the fee. */
  readonly orderAmount: number;
  readonly partnerCode: string;
  readonly paymentMethod: string;
  /** The bank that the order or its customer chose; empty when there was none to choose. */
  readonly bankCode: string;
  /** What `register` gave; absent when the customer pays at the bank's own pages. */
  readonly reference?: string | undefined;
}

/** What a bank is asked to give back. The amount is whole VND. */
export interface BankReversal {
  /** Names the reversal for good: the key by which the bank tells a repeated question from a new one. */
  readonly reversalId: string;
  readonly authorizationId: string;
  readonly amount: number;
  /** How many reversals of the authorization it has refused before. */
  readonly refusedBefore: number;
  /** How long ago it was first asked about this one. */
  readonly waitedMs: number;
}

/** What a bank decides about a reversal. It never takes it back. */
export type FinalReversalDecision =
  | { readonly status: "success" }
  | { readonly status: "error"; readonly error: ReversalError };

/** What a bank says of a reversal; `pending`: it decides later. */
export type ReversalDecision = FinalReversalDecision | { readonly status: "pending" };

/**
 * The bank side, as the gateway needs it; docs/bank.md tells how to write one.
 *
 * An answer listed as final ends the payment or the reversal. An error that a method throws, an answer that takes too
 * long and an answer that is not listed are never final: they say that the bank's decision is not known. The `signal`
 * of a call ends when the gateway waits no longer.
 *
 * Card and account numbers, and what else is known of their holder, reach `register` and `enrol` only. Neither may
 * write them down or put them into an error, and what `register` answers must not hold them.
 */
export interface Bank {
  /**
   * Hands the bank what will pay. The answer is kept in place of the number, is used for any number of payments when
   * the card is saved, and is of no use to anyone else; undefined: the bank does not take such a number, which is
   * final.
   *
   * May be called any number of times with the same number, and charges nothing. When it throws, nothing was ordered or
   * paid, and the caller is told to try again.
   */
  register(source: SourceOfFunds, signal?: AbortSignal): Promise<string | undefined>;
  /**
   * Lets the bank tell its customer the one-time password of a payment. Called once. When it throws, the caller is told
   * so, and the payment expires.
   */
  sendOtp(transactionId: string, otp: string, signal?: AbortSignal): Promise<void>;
  /**
   * Charges the payment, at most once for a `transactionId`, and says what came of it: a decision is final, `pending`
   * is not.
   *
   * Called again about the same payment, also by another process, 15 seconds later or more, until it gives a decision;
   * then it has to give the same decision again. When it throws, the payment stays `processing` and the bank is asked
   * again: it may have charged, and lost only the answer.
   */
  decide(payment: BankPayment, signal?: AbortSignal): Promise<PaymentDecision | "pending">;
  /**
   * Gives an authorized amount back, at most once for a `reversalId`. Called again like `decide`, and with the same
   * promise: once it has said anything but `pending`, it says the same again. When it throws, the reversal stays
   * `pending`.
   */
  reverse(reversal: BankReversal, signal?: AbortSignal): Promise<ReversalDecision>;
  /**
   * Asks the issuer of a card how its holder is to be authenticated. May be called again with the same number. When it
   * throws, no authentication begins.
   */
  enrol(cardNumber: string, signal?: AbortSignal): Promise<Enrolment>;
  /** Gives back what it holds open, such as connections; called once, when the gateway has stopped. */
  close?(): Promise<void>;
}

/** What a bank is made with. */
export interface BankSettings {
  /** The environment variables of the gateway: addresses and keys of the bank stand there. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What a module named in `BANK_MODULE` exports, as `createBank` or by default. It throws when it cannot be used. */
export type CreateBank = (settings: BankSettings) => Bank | Promise<Bank>;

/** No bank at all, for commands that only look at the data: whatever it is asked remains unknown. */
export const unconnectedBank: Bank = {
  register: notConnected,
  sendOtp: notConnected,
  decide: notConnected,
  reverse: notConnected,
  enrol: notConnected,
};

function notConnected(): Promise<never> {
  return Promise.reject(new Error("No bank is connected."));
}
