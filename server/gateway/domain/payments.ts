import { CURRENCY, PAYMENT_TYPE, savesCards } from "./code-tables.ts";
import { cardFace } from "./card.ts";
import {
  DuplicateOrder,
  type FieldFault,
  InvalidInput,
  NotFound,
  StateForbids,
} from "./errors.ts";
import type { Gateway } from "./gateway.ts";
import { type Asker, demandPermission, type Partner } from "./partner.ts";
import type { TransactionPage, TransactionFilter } from "./store.ts";
import { findSavedCard } from "./tokens.ts";
import {
  failureBy,
  type PartnerReference,
  type Transaction,
  type TransactionEvent,
  transactionTransitions,
} from "./transaction.ts";
import { nextState } from "./transitions.ts";
import { CONFIRMABLE_MS, type Verification } from "./verification.ts";

/** What both kinds of payment have in common. The amount is whole VND. */
export interface PaymentOrder {
  readonly subAccount: string | undefined;
  readonly amount: number;
  readonly bankCode: string | undefined;
  readonly paymentMethod: string;
  readonly action: string;
  readonly reference: PartnerReference;
}

/** An order that the customer pays on the gateway's page. */
export interface HostedOrder extends PaymentOrder {
  readonly token: string | undefined;
}

/** An order that comes with the card or account that pays. */
export interface DirectOrder extends PaymentOrder {
  readonly source:
    | { readonly type: "card"; readonly cardNumber: string }
    | { readonly type: "account" };
}

/**
 * Demands that action, token and method go together (choice "action").
 *
 * @throws InvalidInput naming each field that does not fit
 */
export async function demandPayable(
  gateway: Gateway,
  asker: Asker,
  order: Pick<HostedOrder, "action" | "token" | "paymentMethod">,
): Promise<void> {
  const { action, token, paymentMethod } = order;
  const faults: FieldFault[] = [];
  if (action === "PAY_WITH_RETURN_TOKEN" && !savesCards(paymentMethod))
    faults.push({
      field: "transaction.action",
      reason: "must be PAY or PAY_WITH_TOKEN with this payment method",
    });
  const card =
    token === undefined
      ? undefined
      : await findSavedCard(gateway, asker, token);
  const tokenPays = token !== undefined || action === "PAY_WITH_TOKEN";
  if (tokenPays && card?.status !== "active")
    faults.push({
      field: "transaction.token",
      reason: "must be the token of a card saved for this partner",
    });
  if (faults.length > 0) throw new InvalidInput(faults);
}

/**
 * Takes an order that the customer pays on the gateway's page.
 *
 * @throws MethodNotPermitted, BankNotPermitted or DuplicateOrder
 */
export async function placeOrder(
  gateway: Gateway,
  partner: Partner,
  order: HostedOrder,
): Promise<Transaction> {
  demandPermission(partner, order);
  const transaction: Transaction = {
    ...(await newTransaction(gateway, partner, order)),
    tokenDigest:
      order.token === undefined
        ? undefined
        : gateway.tokens.digest(order.token),
  };
  await addTransaction(gateway, transaction);
  return transaction;
}

/**
 * Takes an order together with the card or account that pays. Of a card only
 * its face is kept, of an account nothing.
 *
 * @throws MethodNotPermitted, BankNotPermitted or DuplicateOrder
 */
export async function placeDirectPayment(
  gateway: Gateway,
  partner: Partner,
  order: DirectOrder,
): Promise<{ transaction: Transaction; verification: Verification }> {
  demandPermission(partner, order);
  const transaction: Transaction = {
    ...(await newTransaction(gateway, partner, order)),
    sourceOfFunds: order.source.type,
    card:
      order.source.type === "card"
        ? cardFace(order.source.cardNumber)
        : undefined,
  };
  const verification: Verification = {
    id: gateway.ids.next(),
    transactionId: transaction.id,
    method: "OTP",
    status: "AUTHENTICATE_REQUIRED",
    createdAt: transaction.createdAt,
    expiresAt: transaction.createdAt + CONFIRMABLE_MS,
  };
  await gateway.store.atomically(async (store) => {
    await addTransaction({ ...gateway, store }, transaction);
    await store.verifications.add(verification);
  });
  return { transaction, verification };
}

/** The partner's transactions, those of its sub accounts among them. */
export function listTransactions(
  gateway: Gateway,
  filter: TransactionFilter,
): Promise<TransactionPage> {
  return gateway.store.transactions.list(filter);
}

/**
 * Lets the bank decide about a transaction that is still open.
 *
 * @throws NotFound, or StateForbids when it has been decided
 */
export async function decideTransaction(
  gateway: Gateway,
  asker: Asker,
  id: string,
  result: "success" | "error",
): Promise<Transaction> {
  return gateway.store.atomically(async (store) => {
    const inside = { ...gateway, store };
    const found = await store.transactions.find(asker, id);
    if (found === undefined) throw new NotFound("transaction");
    const started = await move(inside, found, "start");
    return move(inside, started, result === "success" ? "succeed" : "decline");
  });
}

async function move(
  { store, clock }: Gateway,
  transaction: Transaction,
  event: TransactionEvent,
): Promise<Transaction> {
  const { id, status: from } = transaction;
  const at = clock.now();
  const to = nextState(transactionTransitions, from, event);
  const failure = failureBy[event];
  if (!(await store.transactions.move(id, { from, to, at }, failure)))
    throw new StateForbids("The transaction has changed in the meantime.");
  return { ...transaction, status: to, failure, updatedAt: at };
}

async function newTransaction(
  gateway: Gateway,
  partner: Partner,
  order: PaymentOrder,
): Promise<Transaction> {
  const now = gateway.clock.now();
  return {
    ...order.reference,
    id: gateway.ids.next(),
    partnerCode: partner.code,
    subAccount: order.subAccount,
    status: "pending",
    orderAmount: order.amount,
    customerFee: await gateway.store.partners.customerFee(
      partner.code,
      order.paymentMethod,
    ),
    currency: CURRENCY,
    bankCode: order.bankCode ?? "",
    paymentMethod: order.paymentMethod,
    paymentType: PAYMENT_TYPE,
    action: order.action,
    createdAt: now,
    updatedAt: now,
  };
}

async function addTransaction(
  gateway: Gateway,
  transaction: Transaction,
): Promise<void> {
  if (!(await gateway.store.transactions.add(transaction)))
    throw new DuplicateOrder(transaction.orderId);
}
