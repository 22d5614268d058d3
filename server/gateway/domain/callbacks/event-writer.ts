import type { Authentication } from "../authentications/authentication.ts";
import type { FieldFault } from "../errors.ts";
import type { Transaction } from "../payments/transaction.ts";
import type { EventKind } from "./delivery.ts";

/** Puts what a merchant is told in the words of the merchant contract. */
export interface EventWriter {
  payment(transaction: Transaction, token?: string): object;
  installment(transaction: Transaction, token?: string): object;
  authentication(authentication: Authentication): object;
  /** What the merchant contract has against an event's content, each fault by its field within the content. */
  faults(kind: EventKind, content: object): readonly FieldFault[];
}
