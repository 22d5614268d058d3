import { authenticationTransitions } from "../authentications/authentication.ts";
import { authorizationTransitions } from "../authorizations/authorization.ts";
import { reversalTransitions } from "../reversals/reversal.ts";
import { tokenTransitions } from "../cards/saved-card.ts";
import { transactionTransitions } from "../payments/transaction.ts";
import type { TransitionTable } from "./transitions.ts";
import { verificationTransitions } from "../payments/verification.ts";

/** A kind of record that has states: how they follow each other, and where it may begin. */
export interface Lifecycle<State extends string = string, Event extends string = string> {
  readonly entity: Entity;
  readonly transitions: TransitionTable<State, Event>;
  readonly begins: readonly State[];
}

/** Every kind of record whose changes are kept for good. */
export const entities = [
  "transaction",
  "verification",
  "authentication",
  "authorization",
  "reversal",
  "token",
] as const;

export type Entity = (typeof entities)[number];

/** One line of the history that is only ever added to. */
export interface Change {
  readonly id: string;
  readonly entity: Entity;
  readonly recordId: string;
  /** Undefined when the record was made. */
  readonly from: string | undefined;
  readonly event: string;
  readonly to: string;
  /** Milliseconds since 1970 by the gateway's clock. */
  readonly at: number;
  readonly who: string;
  readonly why: string;
}

/** The lifecycle of each kind of record. */
export const lifecycles = {
  transaction: lifecycle("transaction", transactionTransitions, ["pending"]),
  verification: lifecycle("verification", verificationTransitions, ["AUTHENTICATE_REQUIRED"]),
  // What the issuer says of the card decides where an authentication begins.
  authentication: lifecycle("authentication", authenticationTransitions, [
    "PENDING",
    "CARD_ENROLLED",
    "CARD_NOT_ENROLLED",
    "ENROLLMENT_CHECK_FAILED",
    "VERIFIED",
    "FAILED",
  ]),
  authorization: lifecycle("authorization", authorizationTransitions, ["AUTHORIZED"]),
  reversal: lifecycle("reversal", reversalTransitions, ["pending"]),
  token: lifecycle("token", tokenTransitions, ["active"]),
};

function lifecycle<State extends string, Event extends string>(
  entity: Entity,
  transitions: TransitionTable<State, Event>,
  begins: readonly State[],
): Lifecycle<State, Event> {
  return { entity, transitions, begins };
}
