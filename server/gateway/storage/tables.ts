import type { ColumnType, Insertable, Selectable } from "kysely";
import type { Authentication } from "../domain/authentications/authentication.ts";
import type { Authorization } from "../domain/authorizations/authorization.ts";
import type { CardBrand } from "../domain/cards/card.ts";
import type { SavedCard } from "../domain/cards/saved-card.ts";
import type { Attempt, Delivery, DeliveryFault } from "../domain/deliveries/delivery.ts";
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

const text = <Value extends string = string>(): Column<Value> => ({ type: "text" });
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
const idOf = (refersTo: `${string}.${string}`): Column<string> => ({ type: "text", refersTo });
const partnerCode = idOf("partners.code");

/** Every table and its columns, as queries name them. */
export const tables = {
  partners: {
    code: text(),
    ownerType: flag,
    /** JSON, because the lists and the fees are read and written as a whole. */
    paymentMethods: text(),
    bankCodes: text(),
    customerFees: text(),
    secretSealed: text(),
    /** The previous secret, and when it ends by the machine's clock. */
    previousSecretSealed: optionalText(),
    previousSecretUntil: optionalNumber,
    callbackUrl: optionalText(),
    disabledAt: optionalNumber,
  },
  subAccounts: { partnerCode, refId: text() },
  transactions: {
    id: text(),
    partnerCode,
    subAccount: optionalText(),
    orderId: text(),
    orderInfo: text(),
    extraData: optionalText(),
    notifyUrl: text(),
    redirectUrl: text(),
    deeplinkUrl: optionalText(),
    installmentNotifyUrl: optionalText(),
    categoryCode: optionalText(),
    status: text<Transaction["status"]>(),
    failure: optionalText<Failure>(),
    orderAmount: amount,
    customerFee: amount,
    currency: text<Currency>(),
    bankCode: text(),
    paymentMethod: text(),
    paymentType: text(),
    action: text(),
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
  },
  /** How many of a partner's transactions were made after `since`, up to `until`, all final. */
  transactionCounts: {
    partnerCode,
    since: time,
    until: time,
    status: text<Transaction["status"]>(),
    paymentMethod: text(),
    count,
  },
  verifications: {
    id: text(),
    transactionId: idOf("transactions.id"),
    method: text<"OTP">(),
    status: text<Verification["status"]>(),
    otpDigest: text(),
    wrongOtps: count,
    createdAt: time,
    expiresAt: time,
  },
  authentications: {
    id: text(),
    partnerCode,
    subAccount: optionalText(),
    merchantRefId: text(),
    status: text<Authentication["status"]>(),
    amount,
    currency: text<Currency>(),
    tokenIdSealed: optionalText(),
    cardMask: text(),
    cardMonth: text(),
    cardYear: text(),
    cardType: text<Authentication["card"]["type"]>(),
    cardBrand: text<Authentication["card"]["brand"]>(),
    cardCountry: text(),
    eci: optionalText<NonNullable<Authentication["eci"]>>(),
    threeDsVersion: optionalText(),
    returnUrl: optionalText(),
    createdAt: time,
  },
  authorizations: {
    id: text(),
    partnerCode,
    subAccount: optionalText(),
    merchantRefId: text(),
    amount,
    currency: text<Currency>(),
    status: text<Authorization["status"]>(),
    authorizedAt: time,
    updatedAt: time,
    reversalId: optionalText(),
  },
  reversals: {
    id: text(),
    authorizationId: idOf("authorizations.id"),
    merchantRefId: text(),
    amount,
    currency: text<Currency>(),
    status: text<Reversal["status"]>(),
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
    id: text(),
    digest: text(),
    partnerCode,
    subAccount: optionalText(),
    status: text<SavedCard["status"]>(),
    cardMask: text(),
    cardBrand: text<CardBrand>(),
    cardMonth: text(),
    cardYear: text(),
    bankReference: text(),
    createdAt: time,
    updatedAt: time,
  },
  settings: { name: text(), value: text() },
  history: {
    id: text(),
    entity: text<Entity>(),
    recordId: text(),
    fromState: optionalText(),
    event: text(),
    toState: text(),
    at: time,
    who: text(),
    why: text(),
  },
  deliveries: {
    id: text(),
    partnerCode,
    kind: text<Delivery["kind"]>(),
    url: text(),
    subjectId: text(),
    contentSealed: text(),
    status: text<Delivery["status"]>(),
    tries: count,
    heldBack: flag,
    createdAt: time,
    dueAt: time,
    /** A partner and a host, see `receiverOf`. */
    receiver: text(),
    leaseId: optionalText(),
    /** By the machine's clock. */
    leasedUntil: time,
  },
  attempts: {
    deliveryId: idOf("deliveries.id"),
    number: count,
    at: time,
    outcome: text<Attempt["outcome"]>(),
    status: optionalNumber,
  },
  closedReceivers: { partnerCode, url: text(), closedAt: time },
  deliveryFaults: {
    id: text(),
    partnerCode,
    kind: text<DeliveryFault["kind"]>(),
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
