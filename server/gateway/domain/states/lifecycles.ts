import { authenticationTransitions } from "../authentications/authentication.ts";
import { authorizationTransitions } from "../authorizations/authorization.ts";
import { reversalTransitions } from "../reversals/reversal.ts";
import { tokenTransitions } from "../cards/saved-card.ts";
import { transactionTransitions } from "../payments/transaction.ts";
import type { TransitionTable } from "./transitions.ts";
import { verificationTransitions } from "../payments/verification.ts";

/** The states of a kind of record: the transitions, and the states in which a record may begin. */
export interface Lifecycle<State extends string = string, Event extends string = string> {
  readonly entity: Entity;
  readonly transitions: TransitionTable<State, Event>;
  readonly begins: readonly State[];
}

/** The kinds of records that have a history. */
export const entities = [
  "transaction",
  "verification",
  "authentication",
  "authorization",
  "reversal",
  "token",
] as const;

export type Entity = (typeof entities)[number];

/** One row of the history. Rows are only added, never changed. */
export interface Change {
  readonly id: string;
  readonly entity: Entity;
  readonly recordId: string;
  /** Undefined for the first row of a record. */
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
  // The issuer's answer decides in which state an authentication begins.
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
