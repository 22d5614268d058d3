/** Why a bank refuses a payment. */
export type Refusal =
  "declined" | "insufficient-funds" | "expired-card" | "issuer-timeout";

/** What a bank says of a payment. */
export type Verdict = "success" | Refusal;

/** What a card's issuer says when a 3DS authentication begins. */
export type Enrolment =
  "challenge" | "frictionless" | "not-enrolled" | "check-failed" | "failed";

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
  /** Asks the issuer of a card how its holder is to be authenticated. */
  enrol(cardNumber: string): Promise<Enrolment>;
}

/** No bank at all: it takes every source and declines every payment. */
export const unconnectedBank: Bank = {
  register: () => Promise.resolve("unconnected"),
  sendOtp: () => Promise.resolve(),
  decide: () => Promise.resolve("declined"),
  enrol: () => Promise.resolve("check-failed"),
};
