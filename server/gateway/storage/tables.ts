import type { ColumnType, Insertable, Selectable } from "kysely";
import type { Authentication } from "../domain/authentications/authentication.ts";
import type { Authorization } from "../domain/authorizations/authorization.ts";
import type { CardBrand } from "../domain/cards/card.ts";
import type { SavedCard } from "../domain/cards/saved-card.ts";
import type { Attempt, Delivery, DeliveryFault } from "../domain/outbox/delivery.ts";
import type { Currency } from "../domain/payments/payment-methods.ts";
import type { Failure, Transaction } from "../domain/payments/transaction.ts";
import type { Verification } from "../domain/payments/verification.ts";
import type { Reversal } from "../domain/reversals/reversal.ts";
import type { Entity } from "../domain/states/lifecycles.ts";

/** A column and the type of its values. The type of an optional column includes `undefined`. */
export interface Column<Value = unknown> {
  readonly type: "text" | "integer" | "bigint";
  readonly isOptional?: boolean;
  /** The key that it refers to. */
  readonly refersTo?: `${string}.${string}`;
  /** Carries only the type; never set. */
  readonly values?: readonly Value[];
}

const textColumn = <Value extends string = string>(): Column<Value> => ({ type: "text" });
const optionalText = <Value extends string = string>(): Column<Value | undefined> => ({
  type: "text",
  isOptional: true,
});
const count: Column<number> = { type: "integer" };
/** 0 or 1. */
const flag: Column<number> = { type: "integer" };
/** Whole VND. */
const amount: Column<number> = { type: "bigint" };
/** Milliseconds since 1970, by the gateway's clock. */
const time: Column<number> = { type: "bigint" };
const optionalNumber: Column<number | undefined> = { type: "bigint", isOptional: true };
const referenceColumn = (refersTo: `${string}.${string}`): Column<string> => ({
  type: "text",
  refersTo,
});
const partnerCode = referenceColumn("partners.code");

/** Every table and its columns, as queries name them. */
export const tables = {
  partners: {
    code: textColumn(),
    ownerType: flag,
    /** JSON, because the lists and the fees are read and written as a whole. */
    paymentMethods: textColumn(),
    bankCodes: textColumn(),
    customerFees: textColumn(),
    secretSealed: textColumn(),
    /** The previous secret, and when it ends by the machine's clock. */
    previousSecretSealed: optionalText(),
    previousSecretUntil: optionalNumber,
    callbackUrl: optionalText(),
    disabledAt: optionalNumber,
  },
  subAccounts: { partnerCode, refId: textColumn() },
  transactions: {
    id: textColumn(),
    partnerCode,
    subAccount: optionalText(),
    orderId: textColumn(),
    orderInfo: textColumn(),
    extraData: optionalText(),
    notifyUrl: textColumn(),
    redirectUrl: textColumn(),
    deeplinkUrl: optionalText(),
    installmentNotifyUrl: optionalText(),
    categoryCode: optionalText(),
    status: textColumn<Transaction["status"]>(),
    failure: optionalText<Failure>(),
    orderAmount: amount,
    customerFee: amount,
    currency: textColumn<Currency>(),
    bankCode: textColumn(),
    paymentMethod: textColumn(),
    paymentType: textColumn(),
    action: textColumn(),
    tokenDigest: optionalText(),
    bankReference: optionalText(),
    sourceOfFunds: optionalText<"card" | "account">(),
    cardMask: optionalText(),
    cardBrand: optionalText<CardBrand>(),
    cardMonth: optionalText(),
    cardYear: optionalText(),
    createdAt: time,
    updatedAt: time,
    /** When the bank was last asked; 0: never. */
    askedAt: time,
    cardsTried: count,
    requestId: optionalText(),
  },
  /** How many of a partner's transactions were made after `since`, up to `until`, all final. */
  transactionCounts: {
    partnerCode,
    since: time,
    until: time,
    status: textColumn<Transaction["status"]>(),
    paymentMethod: textColumn(),
    count,
  },
  /** Transactions that had no result when they would have been counted, and are never counted. */
  undecidedTransactions: {
    partnerCode,
    since: time,
    until: time,
    transactionId: textColumn(),
  },
  /** Codes that stay refused although their orders may have been removed. */
  verifications: {
    id: textColumn(),
    transactionId: referenceColumn("transactions.id"),
    method: textColumn<"OTP">(),
    status: textColumn<Verification["status"]>(),
    otpDigest: textColumn(),
    wrongOtps: count,
    createdAt: time,
    expiresAt: time,
  },
  authentications: {
    id: textColumn(),
    partnerCode,
    subAccount: optionalText(),
    merchantRefId: textColumn(),
    status: textColumn<Authentication["status"]>(),
    amount,
    currency: textColumn<Currency>(),
    tokenIdSealed: optionalText(),
    cardMask: textColumn(),
    cardMonth: textColumn(),
    cardYear: textColumn(),
    cardType: textColumn<Authentication["card"]["type"]>(),
    cardBrand: textColumn<Authentication["card"]["brand"]>(),
    cardCountry: textColumn(),
    eci: optionalText<NonNullable<Authentication["eci"]>>(),
    threeDsVersion: optionalText(),
    returnUrl: optionalText(),
    createdAt: time,
  },
  authorizations: {
    id: textColumn(),
    partnerCode,
    subAccount: optionalText(),
    merchantRefId: textColumn(),
    amount,
    currency: textColumn<Currency>(),
    status: textColumn<Authorization["status"]>(),
    authorizedAt: time,
    updatedAt: time,
    reversalId: optionalText(),
  },
  reversals: {
    id: textColumn(),
    authorizationId: referenceColumn("authorizations.id"),
    merchantRefId: textColumn(),
    amount,
    currency: textColumn<Currency>(),
    status: textColumn<Reversal["status"]>(),
    createdAt: time,
    updatedAt: time,
    reversedAt: optionalNumber,
    askedAt: time,
    errorCode: optionalNumber,
    errorMessage: optionalText(),
    /** A list of fields and reasons, as JSON. */
    errorDetails: optionalText(),
  },
  savedCards: {
    id: textColumn(),
    digest: textColumn(),
    partnerCode,
    subAccount: optionalText(),
    status: textColumn<SavedCard["status"]>(),
    cardMask: textColumn(),
    cardBrand: textColumn<CardBrand>(),
    cardMonth: textColumn(),
    cardYear: textColumn(),
    bankReference: textColumn(),
    createdAt: time,
    updatedAt: time,
  },
  settings: { name: textColumn(), value: textColumn() },
  history: {
    id: textColumn(),
    entity: textColumn<Entity>(),
    recordId: textColumn(),
    fromState: optionalText(),
    event: textColumn(),
    toState: textColumn(),
    at: time,
    who: textColumn(),
    why: textColumn(),
  },
  deliveries: {
    id: textColumn(),
    partnerCode,
    kind: textColumn<Delivery["kind"]>(),
    url: textColumn(),
    subjectId: textColumn(),
    contentSealed: textColumn(),
    status: textColumn<Delivery["status"]>(),
    tries: count,
    heldBack: flag,
    createdAt: time,
    dueAt: time,
    /** A partner and a host, see `receiverOf`. */
    receiver: textColumn(),
    leaseId: optionalText(),
    /** By the machine's clock. */
    leasedUntil: time,
    requestId: optionalText(),
    traceparent: optionalText(),
  },
  attempts: {
    deliveryId: referenceColumn("deliveries.id"),
    number: count,
    at: time,
    outcome: textColumn<Attempt["outcome"]>(),
    status: optionalNumber,
  },
  closedReceivers: { partnerCode, url: textColumn(), closedAt: time },
  deliveryFaults: {
    id: textColumn(),
    partnerCode,
    kind: textColumn<DeliveryFault["kind"]>(),
    timesLeft: count,
    delayMs: optionalNumber,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Column>>>>;

/** The tables as queries see them. NULL is read as `undefined`. */
export type Tables = {
  [Table in keyof typeof tables]: {
    -readonly [Name in keyof (typeof tables)[Table]]: (typeof tables)[Table][Name] extends Column<
      infer Value
    >
      ? Stored<Value>
      : never;
  };
};

type Stored<Value> = undefined extends Value
  ? ColumnType<Value, Value | null, Exclude<Value, undefined> | null>
  : Value;

/** A row of a table as it is read. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** A row of a table as it is written. Optional columns can be omitted. */
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
