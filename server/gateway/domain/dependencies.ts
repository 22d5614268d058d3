import type { Authentication } from "./authentications/authentication.ts";
import type { Bank } from "./bank/bank.ts";
import type { EventKind } from "./deliveries/delivery.ts";
import type { FieldFault } from "./errors.ts";
import type { Transaction } from "./payments/transaction.ts";
import type { Store } from "./store.ts";

/** The gateway's clock: milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** Makes identifiers that sort by the time they were made at. */
export interface Ids {
  next(): string;
}

/** Makes opaque tokens, and the digest under which one is stored. */
export interface TokenMint {
  make(): string;
  digest(token: string): string;
}

/** Makes one-time passwords: always the same one for a verification, so that it has to be stored nowhere, and its digest. */
export interface OtpMint {
  make(verificationId: string): string;
  digest(verificationId: string, otp: string): string;
  /** Whether a one-time password has a digest, also one made before the key was changed. */
  matches(verificationId: string, otp: string, digest: string): boolean;
  /** The one-time password of a verification that has a digest. */
  recall(verificationId: string, digest: string): string | undefined;
}

/** Puts what a merchant is told in the words of the merchant contract. */
export interface EventWriter {
  payment(transaction: Transaction, token?: string): object;
  installment(transaction: Transaction, token?: string): object;
  authentication(authentication: Authentication): object;
  /** What the merchant contract has against an event's content, each fault by its field within the content. */
  faults(kind: EventKind, content: object): readonly FieldFault[];
}

/** Everything the domain takes from the world besides storage. */
export interface Effects {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tokens: TokenMint;
  readonly events: EventWriter;
}

/** What every use case works with. */
export interface Gateway extends Effects {
  readonly store: Store;
  readonly bank: Bank;
  readonly otps: OtpMint;
}

/** Runs `work` as a whole or not at all, with a gateway whose store is the transaction; whatever it reads is of one moment. */
export function atomically<Result>(
  gateway: Gateway,
  work: (inside: Gateway) => Promise<Result>,
): Promise<Result> {
  return gateway.store.atomically((store) => work({ ...gateway, store }));
}
