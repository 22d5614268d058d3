import { byPartner, type Cause, changeState, creationOf } from "../states/changes.ts";
import { eachBatch } from "../scheduled/batches.ts";
import { DuplicateOrderError, requireFound, StateForbidsError } from "../errors.ts";
import { atomically, type Gateway } from "../dependencies.ts";
import { lifecycles } from "../states/lifecycles.ts";
import { notifyPayment } from "../outbox/outbox.ts";
import { type Caller, requireOwn } from "../partners/partner.ts";
import {
  deadlineOf,
  type Failure,
  failureBy,
  isFinalTransaction,
  isOverdue,
  type Transaction,
  type TransactionEvent,
} from "./transaction.ts";
import { moveVerification } from "./verification-moves.ts";

/**
 * Stores a new transaction together with its first history row.
 *
 * @throws DuplicateOrderError
 */
export async function addTransaction(gateway: Gateway, transaction: Transaction): Promise<void> {
  const created = creationOf(gateway, lifecycles.transaction, transaction, {
    ...byPartner(transaction, "ordered"),
    at: transaction.createdAt,
  });
  if (!(await gateway.store.transactions.add(transaction, created)))
    throw new DuplicateOrderError("This order code has been used before; take a new one.");
}

/** Details of a change that do not follow from the event. */
export interface TransactionChange {
  readonly cause?: Cause | undefined;
  /** The time of the change; default: now. */
  readonly at?: number | undefined;
  /** The token of the card that the payment saved. */
  readonly token?: string | undefined;
}

/**
 * Applies an event to a transaction, inside the caller's database transaction. A final state adds a notification to the
 * outbox.
 *
 * @param failure why it ended; default: the failure of the event
 * @throws StateForbidsError
 */
export async function moveTransaction(
  gateway: Gateway,
  transaction: Transaction,
  event: TransactionEvent,
  failure: Failure | undefined = failureBy[event],
  further: TransactionChange = {},
): Promise<Transaction> {
  if (event === "start" && (await gateway.store.partners.isDisabled(transaction.partnerCode)))
    throw new StateForbidsError("The partner is disabled.");
  const refusal: Cause = { who: "bank", why: failure ?? "declined" };
  const { at = gateway.clock.now(), cause = causes[event] ?? refusal } = further;
  const status = await changeState(
    gateway,
    lifecycles.transaction,
    transaction,
    { event, cause, at },
    (move) => gateway.store.transactions.move(transaction.id, move, failure),
  );
  const moved = { ...transaction, status, failure, updatedAt: at };
  if (isFinalTransaction(status)) await notifyPayment(gateway, moved, further.token);
  return moved;
}

/**
 * Moves a transaction to `processing`, inside the caller's database transaction. If its saved card has been deleted, the
 * transaction ends with an error.
 *
 * @throws StateForbidsError
 */
export async function startPayment(
  gateway: Gateway,
  transaction: Transaction,
): Promise<Transaction> {
  const { tokenDigest } = transaction;
  const payable =
    tokenDigest === undefined || (await gateway.store.savedCards.holdActive(tokenDigest));
  const started = await moveTransaction(gateway, transaction, "start");
  if (payable) return started;
  const cause = byPartner(transaction, "deleted the card");
  return moveTransaction(gateway, started, "decline", "token-deleted", { cause });
}

/**
 * A partner's transaction, with its deadline applied.
 *
 * @throws NotFoundError
 */
export async function findTransaction(
  gateway: Gateway,
  caller: Caller,
  id: string,
): Promise<Transaction> {
  const found = await gateway.store.transactions.get(id);
  return expireIfOverdue(gateway, requireOwn(caller, found, "transaction"));
}

/**
 * A transaction for its customer's page, with its deadline applied.
 *
 * @throws NotFoundError
 */
export async function openTransaction(gateway: Gateway, id: string): Promise<Transaction> {
  const found = await gateway.store.transactions.get(id);
  return expireIfOverdue(gateway, requireFound(found, "transaction"));
}

/**
 * Expires all overdue transactions and verifications. All partners have equal shares, so that no backlog delays another
 * partner's notifications. Returns how many were due.
 */
export async function expireTransactions(gateway: Gateway, signal?: AbortSignal): Promise<number> {
  const { store, clock } = gateway;
  const expire = (id: string) => expireTransaction(gateway, id);
  const rules = { atOnce: EXPIRED_AT_ONCE, signal };
  const unpaid = await eachBatch(
    // The time is read for each batch, because a backlog takes minutes and other orders become due meanwhile.
    (limit) => store.transactions.overdue(clock.now(), limit),
    expire,
    rules,
  );
  // Those whose transaction was final before. They notify nobody.
  const unconfirmed = await eachBatch(
    (limit) => store.verifications.due(clock.now(), limit),
    expire,
    rules,
  );
  return unpaid + unconfirmed;
}

/** They share a commit on SQLite. On PostgreSQL they wait for the connections of timed work, for milliseconds. */
const EXPIRED_AT_ONCE = 16;

/**
 * Expires a transaction and its verification if they are overdue. The recorded time is the deadline, also if it is
 * noticed late.
 *
 * @throws NotFoundError
 */
export async function expireTransaction(
  gateway: Gateway,
  id: string,
  now: number = gateway.clock.now(),
): Promise<Transaction> {
  return atomically(gateway, async (inside) => {
    const found = requireFound(await inside.store.transactions.get(id), "transaction");
    // Only a direct payment has a verification.
    const asked =
      found.sourceOfFunds === undefined
        ? undefined
        : await inside.store.verifications.ofTransaction(id);
    if (asked?.status === "AUTHENTICATE_REQUIRED" && now >= asked.expiresAt)
      await moveVerification(inside, asked, "expire", asked.expiresAt);
    if (!isOverdue(found, now)) return found;
    const at = deadlineOf(found);
    return moveTransaction(inside, found, "expire", undefined, { at });
  });
}

async function expireIfOverdue(gateway: Gateway, found: Transaction): Promise<Transaction> {
  const now = gateway.clock.now();
  return isOverdue(found, now) ? expireTransaction(gateway, found.id, now) : found;
}

/** Why a transaction expires. */
export const EXPIRY_CAUSE: Cause = { who: "clock", why: "not paid in time" };

/** The cause of each event. The cause of a decline is the bank's reason. */
const causes: { readonly [Event in TransactionEvent]?: Cause } = {
  start: { who: "customer", why: "pays" },
  cancel: { who: "customer", why: "cancelled" },
  expire: EXPIRY_CAUSE,
  succeed: { who: "bank", why: "paid" },
};
