import type { ReversalError } from "../reversals/reversal.ts";

/** Why a bank can refuse a payment. */
export const refusals = [
  "declined",
  "insufficient-funds",
  "expired-card",
  "issuer-timeout",
] as const;

/** Why a bank refuses a payment. Every refusal is final. */
export type Refusal = (typeof refusals)[number];

/** A bank's final decision about a payment. */
export type PaymentDecision = "success" | Refusal;

/** The responses of a card's issuer when a 3DS authentication begins. */
export const enrolments = [
  "challenge",
  "frictionless",
  "not-enrolled",
  "check-failed",
  "failed",
] as const;

/** The response of a card's issuer when a 3DS authentication begins. */
export type Enrolment = (typeof enrolments)[number];

/** The card or account of a customer, as it was typed or sent. */
export type SourceOfFunds = CardSource | AccountSource;

/** A card. Direct payments have all fields, the payment page has no holder, authentications have only the number. */
export interface CardSource {
  readonly type: "card";
  /** It may contain spaces and dashes. */
  readonly cardNumber: string;
  /** As printed on the card. */
  readonly holderName?: string | undefined;
  /** Month of issue or expiry, whichever is printed on the card, in two digits. */
  readonly month?: string | undefined;
  /** Year of the same date, in two or four digits. */
  readonly year?: string | undefined;
  /** The security code (CVV), which must not be stored. */
  readonly securityCode?: string | undefined;
}

/** An account. */
export interface AccountSource {
  readonly type: "account";
  readonly accountNumber: string;
  /** As the bank knows the holder. */
  readonly holderName?: string | undefined;
  /** The number of the holder's identity document. */
  readonly identificationNumber?: string | undefined;
}

/** A payment for the bank to decide. Amounts are integers of whole VND, which has no smaller unit. */
export interface BankPayment {
  /** The idempotency key of the payment. It never changes and is never reused. */
  readonly transactionId: string;
  /** The id of the request that placed the order, for your log and the bank's. */
  readonly requestId?: string | undefined;
  /** What the customer pays, including the fee. */
  readonly amount: number;
  /** The order's amount, without the fee. */
  readonly orderAmount: number;
  readonly partnerCode: string;
  readonly paymentMethod: string;
  /** The bank that the order or its customer chose; empty if there was no choice. */
  readonly bankCode: string;
  /** The response of `register`; absent if the customer pays on the bank's own pages. */
  readonly reference?: string | undefined;
}

/** A reversal for the bank to decide. The amount is whole VND. */
export interface BankReversal {
  /** The idempotency key of the reversal. It never changes and is never reused. */
  readonly reversalId: string;
  readonly authorizationId: string;
  readonly amount: number;
  /** How many reversals of the authorization the bank has refused before. */
  readonly refusedBefore: number;
  /** Milliseconds since the reversal was requested. */
  readonly waitedMs: number;
}

/** A bank's final decision about a reversal. */
export type FinalReversalDecision =
  | { readonly status: "success" }
  | { readonly status: "error"; readonly error: ReversalError };

/** A bank's response about a reversal; `pending`: it decides later. */
export type ReversalDecision = FinalReversalDecision | { readonly status: "pending" };

/**
 * The interface of a bank. docs/bank.md explains how to write one.
 *
 * A final response ends the payment or the reversal. If a method throws, takes too long or gives a response that is not
 * listed, the bank's decision counts as unknown. The `signal` of a call is aborted when the gateway no longer waits.
 *
 * Only `register` and `enrol` get card and account numbers and data of the holder. They must not write them down or put
 * them into an error, and the response of `register` must not contain them.
 */
export interface Bank {
  /**
   * Registers a card or account. The response is a reference that is stored in place of the number. For a saved card it is
   * used for any number of payments. It must be useless to anyone else. Undefined means that the bank does not accept
   * the number, which is final.
   *
   * It may be called any number of times with the same number, and charges nothing. If it throws, nothing is ordered or
   * paid, and the caller can try again.
   */
  register(source: SourceOfFunds, signal?: AbortSignal): Promise<string | undefined>;
  /**
   * Sends the one-time password of a payment to the customer. Called once. If it throws, the request is answered with
   * 500, and the payment expires.
   */
  sendOtp(transactionId: string, otp: string, signal?: AbortSignal): Promise<void>;
  /**
   * Charges the payment, at most once for a `transactionId`, and returns the decision, or `pending`.
   *
   * It is called again for the same payment, also by another process, at least 15 seconds later, until it returns a
   * decision. Further calls must return the same decision. If it throws, the payment stays `processing` and the bank is
   * asked again, because it may have charged although its response was lost.
   */
  decide(payment: BankPayment, signal?: AbortSignal): Promise<PaymentDecision | "pending">;
  /**
   * Releases an authorized amount, at most once for a `reversalId`. Like `decide`, it is called again until it returns a
   * decision, and must then return the same decision again. If it throws, the reversal stays `pending`.
   */
  reverse(reversal: BankReversal, signal?: AbortSignal): Promise<ReversalDecision>;
  /**
   * Asks the issuer of a card how to authenticate its holder. It may be called again with the same number. If it throws,
   * no authentication begins.
   */
  enrol(cardNumber: string, signal?: AbortSignal): Promise<Enrolment>;
  /** Closes open resources such as connections. Called once, after the gateway has stopped. */
  close?(): Promise<void>;
}

/** The argument of `createBank`. */
export interface BankSettings {
  /** The environment variables of the gateway without its own secrets, for example with addresses and keys of the bank. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The function that a module in `BANK_MODULE` exports as `createBank` or as default. It throws if the bank cannot be used. */
export type CreateBank = (settings: BankSettings) => Bank | Promise<Bank>;

/** A bank that rejects every call, for commands that only read data. */
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
