import type { Currency } from "./payment-methods.ts";
import type { Refusal } from "../bank/bank.ts";
import type { CardExpiry, MaskedCard } from "../cards/card.ts";
import { HOUR_MS } from "../time.ts";
import type { TransitionTable } from "../states/transitions.ts";
import { CONFIRMABLE_MS } from "./verification.ts";

export type TransactionStatus = "pending" | "processing" | "success" | "error";
export type TransactionEvent = "start" | "succeed" | "decline" | "cancel" | "expire";

/** Why a transaction ended without a payment. */
export type Failure = Refusal | "unconfirmed" | "token-deleted" | "expired" | "cancelled";

/** The transitions of a transaction (choice "transaction-status"). */
export const transactionTransitions: TransitionTable<TransactionStatus, TransactionEvent> = {
  pending: { start: "processing", cancel: "error", expire: "error" },
  processing: { succeed: "success", decline: "error" },
  success: {},
  error: {},
};

/** The default failure of each event that ends a transaction without success. */
export const failureBy: { readonly [E in TransactionEvent]?: Failure } = {
  decline: "declined",
  expire: "expired",
  cancel: "cancelled",
};

/** The partner's own data, stored and returned unchanged. */
export interface PartnerReference {
  readonly orderId: string;
  readonly orderInfo: string;
  readonly extraData?: string | undefined;
  readonly notifyUrl: string;
  readonly redirectUrl: string;
  readonly deeplinkUrl?: string | undefined;
  readonly installmentNotifyUrl?: string | undefined;
  readonly categoryCode?: string | undefined;
}

/** A payment order. Amounts are whole VND, times milliseconds since 1970. */
export interface Transaction extends PartnerReference {
  readonly id: string;
  /** The id of the request that placed the order. */
  readonly requestId?: string | undefined;
  readonly partnerCode: string;
  readonly subAccount?: string | undefined;
  readonly status: TransactionStatus;
  readonly failure?: Failure | undefined;
  readonly orderAmount: number;
  readonly customerFee: number;
  readonly currency: Currency;
  /** Empty until the customer picks a bank. */
  readonly bankCode: string;
  readonly paymentMethod: string;
  readonly paymentType: string;
  readonly action: string;
  /** The digest of the token that pays. */
  readonly tokenDigest?: string | undefined;
  readonly sourceOfFunds?: "card" | "account" | undefined;
  readonly card?: MaskedCard | undefined;
  /** Set if the card is to be saved after it has paid. */
  readonly cardExpiry?: CardExpiry | undefined;
  /** The bank's reference for the card or account that pays. */
  readonly bankReference?: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Whether the transaction can no longer change. */
export function isFinalTransaction(status: TransactionStatus): boolean {
  return status === "success" || status === "error";
}

/** The amount that the customer pays, including the fee. */
export function amountOf({ orderAmount, customerFee }: Transaction): number {
  return orderAmount + customerFee;
}

/** How long the customer has to pay (choice "transaction-status"). */
export const PAYABLE_MS = HOUR_MS / 4;

/** The instant at which a transaction expires. A direct payment expires together with its verification. */
export function deadlineOf(transaction: Pick<Transaction, "createdAt" | "sourceOfFunds">): number {
  const { createdAt, sourceOfFunds } = transaction;
  return createdAt + (sourceOfFunds === undefined ? PAYABLE_MS : CONFIRMABLE_MS);
}

/** Whether a transaction has passed its deadline, although that may not be stored yet. */
export function isOverdue(transaction: Transaction, now: number): boolean {
  return transaction.status === "pending" && now >= deadlineOf(transaction);
}

/** A transaction as it reads at an instant: an overdue one has expired at its deadline, also if that is not stored yet. */
export function transactionAt(transaction: Transaction, now: number): Transaction {
  if (!isOverdue(transaction, now)) return transaction;
  const updatedAt = deadlineOf(transaction);
  return { ...transaction, status: "error", failure: "expired", updatedAt };
}

/** The documented fields `errorCode` and `errorMessage` of a transaction. */
export interface Outcome {
  readonly errorCode: number;
  readonly errorMessage: string;
}

/** The error code and message of a transaction's state. */
export function transactionOutcome(transaction: Pick<Transaction, "status" | "failure">): Outcome {
  return transaction.failure === undefined
    ? outcomes[transaction.status]
    : failures[transaction.failure];
}

const outcomes: { readonly [Status in TransactionStatus]: Outcome } = {
  pending: { errorCode: 35, errorMessage: "The transaction is pending; check later." },
  processing: {
    errorCode: 35,
    errorMessage: "The bank is processing the transaction; check later.",
  },
  success: { errorCode: 0, errorMessage: "The transaction succeeded." },
  error: { errorCode: 402, errorMessage: "The transaction failed." },
};

const failures: { readonly [Cause in Failure]: Outcome } = {
  declined: { errorCode: 402, errorMessage: "The bank declined the payment." },
  "insufficient-funds": { errorCode: 402, errorMessage: "There is not enough money to pay with." },
  "expired-card": { errorCode: 402, errorMessage: "The card has expired." },
  "issuer-timeout": { errorCode: 402, errorMessage: "The bank did not answer in time." },
  unconfirmed: { errorCode: 402, errorMessage: "The customer did not confirm the payment." },
  "token-deleted": {
    errorCode: 402,
    errorMessage: "The saved card that was to pay has been deleted.",
  },
  expired: { errorCode: 408, errorMessage: "The customer did not pay in time." },
  cancelled: { errorCode: 410, errorMessage: "The payment was cancelled." },
};
