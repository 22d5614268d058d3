import type { Authentication } from "./authentication.ts";
import type { Authorization, AuthorizationStatus } from "./authorization.ts";
import type { Asker, Partner } from "./partner.ts";
import type { Reversal, ReversalStatus } from "./reversal.ts";
import type { SavedCard, TokenStatus } from "./token.ts";
import type { Failure, Transaction, TransactionStatus } from "./transaction.ts";
import type { Move } from "./transitions.ts";
import type { Verification } from "./verification.ts";

/** What the domain needs of durable storage. A promise that resolves means: on disk. */
export interface Store {
  readonly partners: PartnerStore;
  readonly transactions: TransactionStore;
  readonly verifications: VerificationStore;
  readonly authentications: AuthenticationStore;
  readonly authorizations: AuthorizationStore;
  readonly reversals: ReversalStore;
  readonly savedCards: SavedCardStore;
  /** Runs `work` as a whole or not at all. */
  atomically<Result>(work: (store: Store) => Promise<Result>): Promise<Result>;
}

export interface PartnerStore {
  add(
    partner: Partner,
    secret: string,
    subAccounts: readonly string[],
  ): Promise<void>;
  find(code: string): Promise<{ partner: Partner; secret: string } | undefined>;
  hasSubAccount(code: string, subAccount: string): Promise<boolean>;
  /** What the customer pays on top, in whole VND; 0 where nothing is agreed. */
  customerFee(code: string, paymentMethod: string): Promise<number>;
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

export interface TransactionStore {
  /** False, and nothing stored, when the partner has used the order code before. */
  add(transaction: Transaction): Promise<boolean>;
  find(asker: Asker, id: string): Promise<Transaction | undefined>;
  /** Newest first; an order that does not change between pages. */
  list(filter: TransactionFilter): Promise<TransactionPage>;
  /** False when the state is no longer the one the move starts from. */
  move(
    id: string,
    move: Move<TransactionStatus>,
    failure?: Failure,
  ): Promise<boolean>;
}

export interface VerificationStore {
  add(verification: Verification): Promise<void>;
}

export interface AuthenticationStore {
  add(authentication: Authentication): Promise<void>;
  find(asker: Asker, id: string): Promise<Authentication | undefined>;
}

export interface AuthorizationStore {
  add(authorization: Authorization): Promise<void>;
  find(asker: Asker, id: string): Promise<Authorization | undefined>;
  move(id: string, move: Move<AuthorizationStatus>): Promise<boolean>;
}

export interface ReversalStore {
  add(reversal: Reversal): Promise<void>;
  ofAuthorization(authorizationId: string): Promise<readonly Reversal[]>;
  /** Records `reversedAt` when the move leads to success. */
  move(id: string, move: Move<ReversalStatus>): Promise<boolean>;
}

export interface SavedCardStore {
  add(card: SavedCard): Promise<void>;
  find(asker: Asker, digest: string): Promise<SavedCard | undefined>;
  move(id: string, move: Move<TokenStatus>): Promise<boolean>;
}
