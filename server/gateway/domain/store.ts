import type {
  Authentication,
  AuthenticationStatus,
  Eci,
} from "./authentications/authentication.ts";
import type { Authorization, AuthorizationStatus } from "./authorizations/authorization.ts";
import type { CardExpiry, MaskedCard } from "./cards/card.ts";
import type { Change } from "./states/lifecycles.ts";
import type {
  Attempt,
  Delivery,
  DeliveryFault,
  DeliveryStatus,
  DeliveryQueue,
  LeasedDelivery,
  WaitingDeliveries,
  WantedDeliveries,
  Notice,
} from "./outbox/delivery.ts";
import type { AuditFinding } from "./history/audit-finding.ts";
import type { Entity } from "./states/lifecycles.ts";
import type { Partner, PaymentTerms, RegisteredPartner } from "./partners/partner.ts";
import type { Reversal, ReversalError, ReversalStatus } from "./reversals/reversal.ts";
import type { SavedCard, TokenStatus } from "./cards/saved-card.ts";
import type { Failure, Transaction, TransactionStatus } from "./payments/transaction.ts";
import type { Move } from "./states/transitions.ts";
import type { Verification, VerificationStatus } from "./payments/verification.ts";

/** By how much a clock was set back to real time, in milliseconds. */
export interface StepBack {
  readonly byMs: number;
  /** The real time at which the clock was first moved. Earlier dates are correct. */
  readonly movedAtMs: number;
}

/** Durable storage. When a promise resolves, the change is on disk. */
export interface Store {
  readonly partners: PartnerStore;
  readonly transactions: TransactionStore;
  readonly verifications: VerificationStore;
  readonly authentications: AuthenticationStore;
  readonly authorizations: AuthorizationStore;
  readonly reversals: ReversalStore;
  readonly savedCards: SavedCardStore;
  readonly history: HistoryStore;
  readonly deliveries: DeliveryStore;
  readonly faults: FaultStore;
  readonly settings: SettingStore;
  /** Moves the times of records that are not final back, for all partners, after the clock was set back. */
  moveTimersBack(back: StepBack): Promise<void>;
  /** Removes all records of a partner, but not the partner. Returns the removed records that have a history. */
  removeRecords(
    partnerCode: string,
  ): Promise<readonly (RecordState & { readonly entity: Entity })[]>;
  /** Runs `work` in one transaction. All reads see one snapshot. */
  atomically<Result>(work: (store: Store) => Promise<Result>): Promise<Result>;
  /** Like `atomically`, but runs the transactions of one partner one after another. For changes of the partner itself. */
  inTurn<Result>(partnerCode: string, work: (store: Store) => Promise<Result>): Promise<Result>;
}

export interface PartnerStore {
  add(partner: Partner, secret: string, subAccounts: readonly string[]): Promise<void>;
  find(code: string): Promise<RegisteredPartner | undefined>;
  /** The first `limit` codes after the given one, sorted. */
  codesAfter(code: string, limit: number): Promise<readonly string[]>;
  /** Replaces the partner's grants and fees, and its sub accounts if they are given. */
  change(partner: Partner, subAccounts?: readonly string[]): Promise<void>;
  subAccounts(code: string): Promise<readonly string[]>;
  hasSubAccount(code: string, subAccount: string): Promise<boolean>;
  /** The terms of a payment for a sub account, if one is named. Undefined if the partner does not exist. */
  terms(code: string, subAccount: string | undefined): Promise<PaymentTerms | undefined>;
  /** Replaces the secret. The old secret stays valid until `previousUntil`, or ends at once if that is undefined. */
  replaceSecret(code: string, secret: string, previousUntil?: number): Promise<void>;
  isDisabled(code: string): Promise<boolean>;
  /** @param at the time of disabling, milliseconds since 1970; undefined enables the partner */
  setDisabled(code: string, at: number | undefined): Promise<void>;
  /** The URL for results of 3DS authentications; undefined if none is registered. */
  callbackUrl(code: string): Promise<string | undefined>;
  setCallbackUrl(code: string, url: string | undefined): Promise<void>;
}

/** Which of a partner's transactions to list. Times are milliseconds since 1970, both inclusive. */
export interface TransactionFilter {
  readonly partnerCode: string;
  readonly createdFrom?: number | undefined;
  readonly createdTo?: number | undefined;
  readonly status?: TransactionStatus | undefined;
  readonly paymentMethod?: string | undefined;
  readonly limit: number;
  /** From 1. */
  readonly page: number;
}

export interface TransactionPage {
  readonly transactions: readonly Transaction[];
  /** The number of matches on all pages. */
  readonly total: number;
}

/** What the customer chose on the payment page. */
export interface PaidWith {
  readonly bankCode: string;
  readonly card?: MaskedCard | undefined;
  /** Set if the card is to be saved after it has paid. */
  readonly cardExpiry?: CardExpiry | undefined;
  readonly bankReference?: string | undefined;
}

export interface TransactionStore extends QuestionStore {
  /** Stores a transaction and its first history row together. False, and nothing is stored, if the partner has used the order code before. */
  add(transaction: Transaction, created: Change): Promise<boolean>;
  get(id: string): Promise<Transaction | undefined>;
  /** Records what the customer pays with. False if the transaction is not pending. */
  payWith(id: string, means: PaidWith): Promise<boolean>;
  /** Counts one more card that was tried. False if `most` were tried already. */
  countCard(id: string, most: number): Promise<boolean>;
  /**
   * Newest first, in an order that is stable across pages. Overdue transactions are returned as they are stored, but a
   * filter by status finds them as expired.
   *
   * @param now decides which are overdue
   */
  list(filter: TransactionFilter, now: number): Promise<TransactionPage>;
  /**
   * Counts the partner's oldest transactions that are not counted yet, up to `until`. No transaction may be added before that
   * time later. Call it with `inTurn`.
   *
   * @param size how many are counted together
   * @returns false if fewer than `size` are left, or one of them is not final
   */
  countNext(partnerCode: string, until: number, size?: number): Promise<boolean>;
  /** Whether enough transactions up to `until` are not counted yet. */
  hasUncounted(partnerCode: string, until: number, size?: number): Promise<boolean>;
  /** False if the state is no longer `move.from`. */
  move(id: string, move: Move<TransactionStatus>, failure?: Failure): Promise<boolean>;
  /** Transactions at a bank that have been processing since `until` and have not been asked about since, oldest question first. */
  undecided(bankCode: string, until: number, limit: number): Promise<readonly string[]>;
  /** The banks of all such transactions. */
  banksWithUndecided(until: number): Promise<readonly string[]>;
  /** About `limit` overdue transactions, equally many of each partner and at least one, longest overdue first. */
  overdue(now: number, limit: number): Promise<readonly string[]>;
}

export interface VerificationStore {
  add(verification: Verification): Promise<void>;
  get(id: string): Promise<Verification | undefined>;
  ofTransaction(transactionId: string): Promise<Verification | undefined>;
  move(id: string, move: Move<VerificationStatus>): Promise<boolean>;
  /** Counts one more wrong password. False if the count is no longer `before`. */
  countWrongOtp(id: string, before: number): Promise<boolean>;
  /** Ids of the transactions whose verification is open and expired at `until` or before. */
  due(until: number, limit: number): Promise<readonly string[]>;
}

export interface AuthenticationStore {
  add(authentication: Authentication): Promise<void>;
  get(id: string): Promise<Authentication | undefined>;
  move(id: string, move: Move<AuthenticationStatus>, eci: Eci | undefined): Promise<boolean>;
}

export interface AuthorizationStore {
  add(authorization: Authorization): Promise<void>;
  get(id: string): Promise<Authorization | undefined>;
  /** False if the state is no longer `move.from`, or another reversal than `reversalId` locks the authorization. */
  move(id: string, move: Move<AuthorizationStatus>, reversalId?: string): Promise<boolean>;
  /** Locks an authorization for a reversal. False if it is not AUTHORIZED, or another reversal locks it. */
  reserve(id: string, reversalId: string): Promise<boolean>;
  /** Ends a reversal's lock. False if that reversal does not lock the authorization. */
  release(id: string, reversalId: string): Promise<boolean>;
  /** Unlocked authorizations that have been held since `until` or longer, oldest first. */
  due(until: number, limit: number): Promise<readonly string[]>;
}

/** Records that a bank decides. */
export interface QuestionStore {
  /** Records that the bank is asked now. Ask it only if this is true. False if it was asked after `until`, or the record is decided. */
  markAsked(id: string, at: number, until: number): Promise<boolean>;
}

export interface ReversalStore extends QuestionStore {
  add(reversal: Reversal): Promise<void>;
  get(id: string): Promise<Reversal | undefined>;
  ofAuthorization(authorizationId: string): Promise<readonly Reversal[]>;
  /** Also records `reversedAt` if the new state is success. */
  move(id: string, move: Move<ReversalStatus>, error?: ReversalError): Promise<boolean>;
  /** Reversals that have been pending since `until` and have not been asked about since, oldest question first. */
  due(until: number, limit: number): Promise<readonly string[]>;
}

export interface SavedCardStore {
  add(card: SavedCard): Promise<void>;
  get(digest: string): Promise<SavedCard | undefined>;
  /** Locks a card against deletion until the calling transaction ends. False if it is deleted already. */
  holdActive(digest: string): Promise<boolean>;
  move(id: string, move: Move<TokenStatus>): Promise<boolean>;
}

/** The state of a record, which the audit compares with its history. */
export interface RecordState {
  readonly id: string;
  readonly status: string;
}

/** A kind of record that partners have, each with a state. */
export type RecordKind = Extract<
  Entity,
  "transaction" | "authentication" | "authorization" | "token"
>;

/** A record in a list of its kind. */
export interface ListedRecord extends RecordState {
  /** The partner's own name for it, or the masked number of a saved card. */
  readonly reference: string;
  readonly amount?: number | undefined;
  /** Whether its customer pays on a page of the gateway. */
  readonly isHosted: boolean;
  /** When it ends by itself, if it is open and has a deadline; milliseconds since 1970. */
  readonly endsAt?: number | undefined;
}

/** Which of a partner's records to list, newest first. */
export interface RecordFilter {
  readonly kind: RecordKind;
  readonly partnerCode: string;
  readonly limit: number;
  /** Only records that are older than the one with this id. */
  readonly before?: string | undefined;
  /** Only records with this id, or with this text in their reference. */
  readonly text?: string | undefined;
}

/** The history of all records. Rows are only added, never changed. */
export interface HistoryStore {
  add(change: Change): Promise<void>;
  /** The history rows of these records. */
  of(entity: Entity, recordIds: readonly string[]): Promise<readonly Change[]>;
  newest(filter: RecordFilter): Promise<readonly ListedRecord[]>;
  /** Sorted ids of records that exist or have a history, after the given id. */
  idsAfter(entity: Entity, id: string, limit: number): Promise<readonly string[]>;
  /** The states of these records, without those that do not exist. */
  statesOf(entity: Entity, ids: readonly string[]): Promise<readonly RecordState[]>;
  /** The records that break a rule across records, with the problem. */
  brokenRules(): Promise<readonly AuditFinding[]>;
}

/** Which of a partner's deliveries to list. */
export interface DeliveryFilter {
  readonly partnerCode: string;
  readonly status?: DeliveryStatus | undefined;
  readonly subjectId?: string | undefined;
  readonly text?: string | undefined;
  readonly limit: number;
  /** From 1. */
  readonly page: number;
}

export interface DeliveryPage {
  /** Newest first. */
  readonly deliveries: readonly Delivery[];
  readonly total: number;
}

/** The lease of a process on deliveries. It ends by real time, because the gateway's clock may stand still. */
export interface Lease {
  readonly id: string;
  /** Milliseconds since 1970 by the machine's clock. */
  readonly until: number;
}

/** An instant by both clocks, in milliseconds since 1970. */
export interface DueAt {
  /** The gateway's clock decides when an attempt is due. */
  readonly gateway: number;
  /** The machine's clock decides when a lease has ended. */
  readonly machine: number;
}

/** The new state of a delivery after an attempt, or when no attempt was made. */
export interface LeaseResult {
  readonly status: DeliveryStatus;
  readonly dueAt: number;
  readonly tries: number;
  /** Undefined if no attempt was made. */
  readonly attempt?: Omit<Attempt, "number"> | undefined;
  /** Whether it waits until another delivery of its partner was attempted. */
  readonly heldBack?: boolean | undefined;
}

/** The size and age of the outbox. */
export interface Backlog {
  readonly pending: number;
  readonly dead: number;
  /** Creation time of the oldest pending event, milliseconds since 1970. */
  readonly oldestAt: number | undefined;
}

/** The outbox: events for merchants and their deliveries. */
export interface DeliveryStore {
  /** Adds an event to the outbox. It is due at once. */
  add(notice: Notice): Promise<void>;
  /** Call it in a transaction, because it reads more than once. */
  find(partnerCode: string, id: string): Promise<Delivery | undefined>;
  /** Call it in a transaction, because it reads more than once. */
  list(filter: DeliveryFilter): Promise<DeliveryPage>;
  /**
   * The queues of deliveries that have become due after `since` by the gateway's clock, first attempts before retries.
   * Only the 1000 latest deliveries are considered.
   */
  dueLately(at: DueAt, since: number): Promise<readonly WaitingDeliveries[]>;
  /** The next `most` partners after the code `after`, sorted, that have pending deliveries, due or not. */
  partnersPending(after: string, most: number): Promise<readonly string[]>;
  /**
   * For each given queue, the next `longest` queues of the same partner and kind, sorted by receiver, including queues
   * in which nothing is due. First attempts come before retries. Within each, the first queue of every partner comes
   * before any second one.
   */
  queues(
    at: DueAt,
    after: readonly DeliveryQueue[],
    longest: number,
  ): Promise<readonly WaitingDeliveries[]>;
  /** Leases deliveries that are due in these queues and not leased by any process, longest due first. */
  lease(
    wanted: readonly WantedDeliveries[],
    at: DueAt,
    lease: Lease,
  ): Promise<readonly LeasedDelivery[]>;
  /** Records the result and ends the lease, in one step. False if the lease was lost: then only the attempt is recorded. */
  endLease(id: string, leaseId: string, result: LeaseResult): Promise<boolean>;
  /** Makes a delivery due at `now` and reopens its URL. False if there is no such delivery. */
  replay(partnerCode: string, id: string, now: number): Promise<boolean>;
  /** Makes the partner's held-back deliveries due at `now`. */
  releaseHeldBack(partnerCode: string, now: number): Promise<void>;
  /** Stops deliveries to a URL that has answered 410. */
  close(partnerCode: string, url: string, at: number): Promise<void>;
  /** Allows deliveries to a URL again, and ends the leases of pending deliveries to it. */
  reopen(partnerCode: string, url: string): Promise<void>;
  isClosed(partnerCode: string, url: string): Promise<boolean>;
  /** Removes at most `limit` deliveries that ended at `until` or before by the gateway's clock. Returns the number. Call it in a transaction. */
  removeEnded(until: number, limit: number): Promise<number>;
  backlog(): Promise<Backlog>;
}

/** Single values that outlive a restart. */
export interface SettingStore {
  read(name: string): Promise<string | undefined>;
  write(name: string, value: string): Promise<void>;
  /** Writes the value if there is none yet, and returns the stored value. */
  writeOnce(name: string, value: string): Promise<string>;
  /** Replaces the value `before`. False, and nothing is written, if the stored value is another. */
  replace(name: string, before: string, value: string): Promise<boolean>;
}

/** Delivery faults that were ordered in a sandbox. */
export interface FaultStore {
  add(id: string, partnerCode: string, fault: DeliveryFault): Promise<void>;
  /** Takes the partner's next fault. */
  take(partnerCode: string): Promise<DeliveryFault | undefined>;
  /** The partner's faults, the next one first. */
  list(partnerCode: string): Promise<readonly DeliveryFault[]>;
  /** Removes the partner's faults, or those of one kind. */
  clear(partnerCode: string, kind?: DeliveryFault["kind"]): Promise<void>;
}
