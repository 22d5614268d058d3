import type {
  Authentication,
  AuthenticationStatus,
  Eci,
} from "./authentications/authentication.ts";
import type { Authorization, AuthorizationStatus } from "./authorizations/authorization.ts";
import type { CardExpiry, CardFace } from "./cards/card.ts";
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
} from "./deliveries/delivery.ts";
import type { Entity } from "./states/lifecycles.ts";
import type { Partner, PaymentTerms, RegisteredPartner } from "./partners/partner.ts";
import type { Reversal, ReversalError, ReversalStatus } from "./reversals/reversal.ts";
import type { SavedCard, TokenStatus } from "./cards/saved-card.ts";
import type { Failure, Transaction, TransactionStatus } from "./payments/transaction.ts";
import type { Move } from "./states/transitions.ts";
import type { Verification, VerificationStatus } from "./payments/verification.ts";

/** How a clock went back to real time, in milliseconds. */
export interface StepBack {
  readonly byMs: number;
  /** The time when it was first moved away from real time. What was dated earlier is dated rightly. */
  readonly movedAtMs: number;
}

/** What the domain needs of durable storage. A promise that resolves means: on disk. */
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
  /** Dates back what is still to happen by the clock, for every partner, because the clock went back. */
  moveTimersBack(back: StepBack): Promise<void>;
  /** Removes whatever a partner has made, and answers which records with a history they were; the partner stays. */
  removeRecords(
    partnerCode: string,
  ): Promise<readonly (RecordState & { readonly entity: Entity })[]>;
  /** Runs `work` as a whole or not at all; whatever it reads is of one moment. */
  atomically<Result>(work: (store: Store) => Promise<Result>): Promise<Result>;
  /** As `atomically`, for changes of a partner itself: those of one partner run one after another, however many come at once. */
  inTurn<Result>(partnerCode: string, work: (store: Store) => Promise<Result>): Promise<Result>;
}

export interface PartnerStore {
  add(partner: Partner, secret: string, subAccounts: readonly string[]): Promise<void>;
  find(code: string): Promise<RegisteredPartner | undefined>;
  /** Replaces what the partner is granted and its fees; its sub accounts only where they are given. */
  change(partner: Partner, subAccounts?: readonly string[]): Promise<void>;
  subAccounts(code: string): Promise<readonly string[]>;
  hasSubAccount(code: string, subAccount: string): Promise<boolean>;
  /** What holds for a payment, for a sub account where it names one; undefined when there is no such partner. */
  terms(code: string, subAccount: string | undefined): Promise<PaymentTerms | undefined>;
  /** Replaces the secret; the present one is good until then, or ends now. */
  replaceSecret(code: string, secret: string, previousUntil?: number): Promise<void>;
  isDisabled(code: string): Promise<boolean>;
  /** @param at since when, milliseconds since 1970; undefined: it is not disabled any more */
  setDisabled(code: string, at: number | undefined): Promise<void>;
  /** Where results of 3DS authentications go; undefined when nobody registered a URL. */
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
  /** All that match, on every page. */
  readonly total: number;
}

/** What the customer chose on the payment page. */
export interface PaidWith {
  readonly bankCode: string;
  readonly card?: CardFace | undefined;
  /** Of a card that is to be saved once it has paid. */
  readonly cardExpiry?: CardExpiry | undefined;
  readonly bankReference?: string | undefined;
}

export interface TransactionStore extends QuestionStore {
  /** Stores it with the first line of its history, as a whole. False, and nothing stored, when the partner has used the order code before. */
  add(transaction: Transaction, created: Change): Promise<boolean>;
  get(id: string): Promise<Transaction | undefined>;
  /** Records what the customer pays with; false when the transaction waits for no customer. */
  payWith(id: string, means: PaidWith): Promise<boolean>;
  /** One more card is tried; false when that would be more than `most`. */
  countCard(id: string, most: number): Promise<boolean>;
  /** Newest first; an order that does not change between pages. To be called atomically, as it reads more than once. */
  list(filter: TransactionFilter): Promise<TransactionPage>;
  /** False when the state is no longer the one the move starts from. */
  move(id: string, move: Move<TransactionStatus>, failure?: Failure): Promise<boolean>;
  /** Those at a bank that are processing since `until` or longer and that it was not asked about after that; the longest first. */
  undecided(bankCode: string, until: number, limit: number): Promise<readonly string[]>;
  /** The banks that have such transactions. */
  banksWithUndecided(until: number): Promise<readonly string[]>;
  /** Those of all partners, or of one, that are pending since `until` or longer, the oldest first. */
  due(until: number, limit: number, partnerCode?: string): Promise<readonly string[]>;
}

export interface VerificationStore {
  add(verification: Verification): Promise<void>;
  get(id: string): Promise<Verification | undefined>;
  ofTransaction(transactionId: string): Promise<Verification | undefined>;
  move(id: string, move: Move<VerificationStatus>): Promise<boolean>;
  /** One more wrong password; false when it is not the one after `before`. */
  countWrongOtp(id: string, before: number): Promise<boolean>;
  /** Ids of the transactions, of all partners or of one, whose verification is open and expired at `until` or before. */
  due(until: number, limit: number, partnerCode?: string): Promise<readonly string[]>;
}

export interface AuthenticationStore {
  add(authentication: Authentication): Promise<void>;
  get(id: string): Promise<Authentication | undefined>;
  move(id: string, move: Move<AuthenticationStatus>, eci: Eci | undefined): Promise<boolean>;
}

export interface AuthorizationStore {
  add(authorization: Authorization): Promise<void>;
  get(id: string): Promise<Authorization | undefined>;
  /** False when the state is another, or a reversal other than `reversalId` has the authorization to itself. */
  move(id: string, move: Move<AuthorizationStatus>, reversalId?: string): Promise<boolean>;
  /** Gives one that is held to a reversal; false when it is not held, or another reversal has it. */
  reserve(id: string, reversalId: string): Promise<boolean>;
  /** Takes it back from a reversal; false when that one does not have it. */
  release(id: string, reversalId: string): Promise<boolean>;
  /** Those held since `until` or longer that no reversal has to itself, the oldest first. */
  due(until: number, limit: number): Promise<readonly string[]>;
}

/** Records that a bank is asked about. */
export interface QuestionStore {
  /** Keeps that the bank is asked now; false when it was asked after `until`, or has nothing to decide. Only who gets true may ask. */
  markAsked(id: string, at: number, until: number): Promise<boolean>;
}

export interface ReversalStore extends QuestionStore {
  add(reversal: Reversal): Promise<void>;
  get(id: string): Promise<Reversal | undefined>;
  ofAuthorization(authorizationId: string): Promise<readonly Reversal[]>;
  /** Records `reversedAt` when the move leads to success. */
  move(id: string, move: Move<ReversalStatus>, error?: ReversalError): Promise<boolean>;
  /** Those pending since `until` or longer that the bank was not asked about after that; the longest first. */
  due(until: number, limit: number): Promise<readonly string[]>;
}

export interface SavedCardStore {
  add(card: SavedCard): Promise<void>;
  get(digest: string): Promise<SavedCard | undefined>;
  /** Keeps a card from being deleted until the transaction that asks has ended; false when it is deleted already. */
  holdActive(digest: string): Promise<boolean>;
  move(id: string, move: Move<TokenStatus>): Promise<boolean>;
}

/** A record as its history is held against it. */
export interface RecordState {
  readonly id: string;
  readonly status: string;
}

/** A kind of record that partners have, each with a state. */
export type RecordKind = Extract<
  Entity,
  "transaction" | "authentication" | "authorization" | "token"
>;

/** A record as a list of its kind shows it. */
export interface ListedRecord extends RecordState {
  /** What the partner calls it; of a saved card, its masked number. */
  readonly reference: string;
  readonly amount?: number | undefined;
  /** Whether its customer pays on a page of the gateway's. */
  readonly isHosted: boolean;
}

/** The history of all records. Nothing in it is ever changed. */
export interface HistoryStore {
  add(change: Change): Promise<void>;
  /** Everything that is known of these records. */
  of(entity: Entity, recordIds: readonly string[]): Promise<readonly Change[]>;
  /** A partner's newest records of a kind. */
  newest(kind: RecordKind, partnerCode: string, limit: number): Promise<readonly ListedRecord[]>;
  /** Ids of records that are there or have a history, after the given one, in their order. */
  idsAfter(entity: Entity, id: string, limit: number): Promise<readonly string[]>;
  /** These records as they stand; those that are not there are left out. */
  statesOf(entity: Entity, ids: readonly string[]): Promise<readonly RecordState[]>;
  /** Authorizations that have a successful reversal and are not reversed. */
  reversedInNameOnly(): Promise<readonly string[]>;
  /** Reversals, pending or successful, that do not have their authorization. */
  reversedWithout(): Promise<readonly string[]>;
  /** Authorizations that a reversal has which has failed, or is not there. */
  reservedForNothing(): Promise<readonly string[]>;
  /** Final transactions of which the outbox has no event, delivered or not, but for those that are older than what was removed from it. */
  missingNotifications(): Promise<readonly string[]>;
}

/** Which of a partner's deliveries to list. */
export interface DeliveryFilter {
  readonly partnerCode: string;
  readonly status?: DeliveryStatus | undefined;
  readonly limit: number;
  /** From 1. */
  readonly page: number;
}

export interface DeliveryPage {
  /** Newest first. */
  readonly deliveries: readonly Delivery[];
  readonly total: number;
}

/** By which a process has a delivery to itself. Its end is real time: a gateway's clock may stand still. */
export interface Lease {
  readonly id: string;
  /** Milliseconds since 1970 by the machine's clock. */
  readonly until: number;
}

/** The moment for which it is asked what is due, by both clocks, in milliseconds since 1970. */
export interface DueAt {
  /** By the gateway's clock, which says when an attempt is due. */
  readonly gateway: number;
  /** By the machine's clock, which says when a lease has ended. */
  readonly machine: number;
}

/** What becomes of a delivery after an attempt, or instead of one. */
export interface LeaseResult {
  readonly status: DeliveryStatus;
  readonly dueAt: number;
  readonly tries: number;
  /** Undefined when the delivery was only put off. */
  readonly attempt?: Omit<Attempt, "number"> | undefined;
  /** It waits for another one of its partner to go first. */
  readonly heldBack?: boolean | undefined;
}

/** How much waits in the outbox. */
export interface Backlog {
  readonly pending: number;
  readonly dead: number;
  /** When the oldest pending event was made, milliseconds since 1970. */
  readonly oldestAt: number | undefined;
}

/** The outbox: events for merchants, and what became of them. */
export interface DeliveryStore {
  /** Puts an event in the outbox; due at once. */
  add(notice: Notice): Promise<void>;
  /** To be called atomically, as it reads more than once. */
  find(partnerCode: string, id: string): Promise<Delivery | undefined>;
  /** To be called atomically, as it reads more than once. */
  list(filter: DeliveryFilter): Promise<DeliveryPage>;
  /**
   * The queues of what has become due after `since` by the gateway's clock, first attempts before retries. Of very much
   * only the latest is found.
   */
  dueLately(at: DueAt, since: number): Promise<readonly WaitingDeliveries[]>;
  /** Partners for whom something is still to be delivered, due or not: at most so many whose codes follow `after`, in their order. */
  partnersPending(after: string, most: number): Promise<readonly string[]>;
  /**
   * The queues that follow after each one given, of the same partner and kind, in the order of their receivers; also
   * those in which nothing is due. At most `longest` for each one given. First attempts come before retries, and of
   * each kind one queue of every partner before the next.
   */
  queues(
    at: DueAt,
    after: readonly DeliveryQueue[],
    longest: number,
  ): Promise<readonly WaitingDeliveries[]>;
  /** Takes what is due in queues and no process has to itself, those first that have been due for longest. */
  lease(
    wanted: readonly WantedDeliveries[],
    at: DueAt,
    lease: Lease,
  ): Promise<readonly LeasedDelivery[]>;
  /** Does all of it or nothing. False when the lease was taken away: then the attempt is listed, and nothing else changes. */
  endLease(id: string, leaseId: string, result: LeaseResult): Promise<boolean>;
  /** Makes it due at `now`, and the URL one that is delivered to; false without such a delivery. */
  replay(partnerCode: string, id: string, now: number): Promise<boolean>;
  /** Lets those go that were held back for another one of the partner. */
  releaseHeldBack(partnerCode: string, now: number): Promise<void>;
  /** Ends deliveries to a URL whose receiver is gone. */
  close(partnerCode: string, url: string, at: number): Promise<void>;
  /** Delivers to a URL again, and takes what is due there from the processes that attempt it. */
  reopen(partnerCode: string, url: string): Promise<void>;
  isClosed(partnerCode: string, url: string): Promise<boolean>;
  /** To be called atomically. Removes some of what was made and has ended at `until` or before, by the gateway's clock; answers how many. */
  removeEnded(until: number, limit: number): Promise<number>;
  backlog(): Promise<Backlog>;
}

/** Single values that outlive a restart. */
export interface SettingStore {
  read(name: string): Promise<string | undefined>;
  write(name: string, value: string): Promise<void>;
  /** Writes only what is not there yet, and answers what is there now. */
  writeOnce(name: string, value: string): Promise<string>;
  /** False, and nothing written, when `before` is no longer there. */
  replace(name: string, before: string, value: string): Promise<boolean>;
}

/** Faults that a sandbox was asked for. */
export interface FaultStore {
  add(id: string, partnerCode: string, fault: DeliveryFault): Promise<void>;
  /** Takes the next one off a partner's list. */
  take(partnerCode: string): Promise<DeliveryFault | undefined>;
  clear(partnerCode: string): Promise<void>;
}
