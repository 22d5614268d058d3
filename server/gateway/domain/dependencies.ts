import type { Authentication } from "./authentications/authentication.ts";
import type { Bank } from "./bank/bank.ts";
import type { EventKind } from "./outbox/delivery.ts";
import type { Origin } from "./outbox/origin.ts";
import type { FieldViolation } from "./errors.ts";
import type { Transaction } from "./payments/transaction.ts";
import type { Store } from "./store.ts";

/** The gateway's clock: milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** Makes identifiers that sort by creation time. */
export interface Ids {
  next(): string;
}

/** Makes opaque tokens and the digests under which they are stored. */
export interface TokenMint {
  make(): string;
  digest(token: string): string;
}

/** Derives the one-time password of a verification, so that only its digest is stored. */
export interface OtpMint {
  make(verificationId: string): string;
  digest(verificationId: string, otp: string): string;
  /** Whether a one-time password has this digest, under the current or the previous key. */
  matches(verificationId: string, otp: string, digest: string): boolean;
  /** The one-time password that has this digest, under the current or the previous key. */
  recall(verificationId: string, digest: string): string | undefined;
}

/** Writes the contents of events as the merchant contract defines them. */
export interface EventWriter {
  payment(transaction: Transaction, token?: string): object;
  installment(transaction: Transaction, token?: string): object;
  authentication(authentication: Authentication): object;
  /** Validates an event's content by the merchant contract. Each violation names a field of the content. */
  violations(kind: EventKind, content: object): readonly FieldViolation[];
}

/** The dependencies of the domain other than the store, the bank and one-time passwords. */
export interface Effects {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tokens: TokenMint;
  readonly events: EventWriter;
  /** The origin of what the current work makes. */
  readonly origin: () => Origin;
}

/** The dependencies of every use case. */
export interface Gateway extends Effects {
  readonly store: Store;
  readonly bank: Bank;
  readonly otps: OtpMint;
}

/** Runs `work` in one transaction, with a gateway whose store is that transaction. All reads see one snapshot. */
export function atomically<Result>(
  gateway: Gateway,
  work: (inside: Gateway) => Promise<Result>,
): Promise<Result> {
  return gateway.store.atomically((store) => work({ ...gateway, store }));
}
