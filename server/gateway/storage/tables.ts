import type {
  AuthenticatedCard,
  AuthenticationStatus,
  Eci,
} from "../domain/authentications/authentication.ts";
import type { Currency } from "../domain/payments/payment-methods.ts";
import type { AuthorizationStatus } from "../domain/authorizations/authorization.ts";
import type { CardBrand } from "../domain/cards/card.ts";
import type {
  AttemptOutcome,
  DeliveryStatus,
  FaultKind,
  EventKind,
} from "../domain/deliveries/delivery.ts";
import type { Entity } from "../domain/states/lifecycles.ts";
import type { ReversalStatus } from "../domain/reversals/reversal.ts";
import type { TokenStatus } from "../domain/cards/saved-card.ts";
import type { Failure, TransactionStatus } from "../domain/payments/transaction.ts";
import type { VerificationStatus } from "../domain/payments/verification.ts";

/** The tables as queries see them. Amounts are whole VND, times milliseconds since 1970, booleans 0 or 1. */
export interface Tables {
  partners: PartnerRow;
  partnerGrants: PartnerGrantRow;
  subAccounts: SubAccountRow;
  fees: FeeRow;
  transactions: TransactionRow;
  verifications: VerificationRow;
  authentications: AuthenticationRow;
  authorizations: AuthorizationRow;
  reversals: ReversalRow;
  savedCards: SavedCardRow;
  settings: SettingRow;
  history: HistoryRow;
  deliveries: DeliveryRow;
  attempts: AttemptRow;
  closedReceivers: ClosedReceiverRow;
  deliveryFaults: DeliveryFaultRow;
}

export interface PartnerRow {
  code: string;
  ownerType: number;
  secretSealed: string;
  /** The secret before, which is good until then, by the machine's clock. */
  previousSecretSealed: string | null;
  previousSecretUntil: number | null;
  callbackUrl: string | null;
  disabledAt: number | null;
}

export interface PartnerGrantRow {
  partnerCode: string;
  kind: "method" | "bank";
  value: string;
}

export interface SubAccountRow {
  partnerCode: string;
  refId: string;
}

export interface FeeRow {
  partnerCode: string;
  paymentMethod: string;
  amount: number;
}

export interface TransactionRow {
  id: string;
  partnerCode: string;
  subAccount: string | null;
  orderId: string;
  orderInfo: string;
  extraData: string | null;
  notifyUrl: string;
  redirectUrl: string;
  deeplinkUrl: string | null;
  installmentNotifyUrl: string | null;
  categoryCode: string | null;
  status: TransactionStatus;
  failure: Failure | null;
  orderAmount: number;
  customerFee: number;
  currency: Currency;
  bankCode: string;
  paymentMethod: string;
  paymentType: string;
  action: string;
  tokenDigest: string | null;
  bankReference: string | null;
  sourceOfFunds: "card" | "account" | null;
  cardMask: string | null;
  cardBrand: CardBrand | null;
  cardMonth: string | null;
  cardYear: string | null;
  createdAt: number;
  updatedAt: number;
  askedAt: number;
  cardsTried: number;
}

export interface VerificationRow {
  id: string;
  transactionId: string;
  method: "OTP";
  status: VerificationStatus;
  otpDigest: string;
  wrongOtps: number;
  createdAt: number;
  expiresAt: number;
}

export interface AuthenticationRow {
  id: string;
  partnerCode: string;
  subAccount: string | null;
  merchantRefId: string;
  status: AuthenticationStatus;
  amount: number;
  currency: Currency;
  tokenIdSealed: string | null;
  cardMask: string;
  cardMonth: string;
  cardYear: string;
  cardType: AuthenticatedCard["type"];
  cardBrand: AuthenticatedCard["brand"];
  cardCountry: string;
  eci: Eci | null;
  threeDsVersion: string | null;
  returnUrl: string | null;
  createdAt: number;
}

export interface AuthorizationRow {
  id: string;
  partnerCode: string;
  subAccount: string | null;
  merchantRefId: string;
  amount: number;
  currency: Currency;
  status: AuthorizationStatus;
  authorizedAt: number;
  updatedAt: number;
  reversalId: string | null;
}

export interface ReversalRow {
  id: string;
  authorizationId: string;
  merchantRefId: string;
  amount: number;
  currency: Currency;
  status: ReversalStatus;
  createdAt: number;
  updatedAt: number;
  reversedAt: number | null;
  askedAt: number;
  errorCode: number | null;
  errorMessage: string | null;
  /** A list of fields and reasons, as JSON. */
  errorDetails: string | null;
}

export interface SavedCardRow {
  id: string;
  digest: string;
  partnerCode: string;
  subAccount: string | null;
  status: TokenStatus;
  cardMask: string;
  cardBrand: CardBrand;
  cardMonth: string;
  cardYear: string;
  bankReference: string;
  createdAt: number;
  updatedAt: number;
}

export interface SettingRow {
  name: string;
  value: string;
}

export interface HistoryRow {
  id: string;
  entity: Entity;
  recordId: string;
  fromState: string | null;
  event: string;
  toState: string;
  at: number;
  who: string;
  why: string;
}

export interface DeliveryRow {
  id: string;
  partnerCode: string;
  kind: EventKind;
  url: string;
  subjectId: string;
  contentSealed: string;
  status: DeliveryStatus;
  tries: number;
  heldBack: number;
  createdAt: number;
  dueAt: number;
  /** A partner and a host, see `receiverOf`. */
  receiver: string;
  leaseId: string | null;
  /** By the machine's clock, all others by the gateway's. */
  leasedUntil: number;
}

export interface AttemptRow {
  deliveryId: string;
  number: number;
  at: number;
  outcome: AttemptOutcome;
  status: number | null;
}

export interface ClosedReceiverRow {
  partnerCode: string;
  url: string;
  closedAt: number;
}

export interface DeliveryFaultRow {
  id: string;
  partnerCode: string;
  kind: FaultKind;
  timesLeft: number;
  delayMs: number | null;
}
