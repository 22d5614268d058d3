import { concludePayment } from "./bank-decision.ts";
import type { SavedCard } from "../cards/saved-card.ts";
import { CURRENCY, PAYMENT_TYPE } from "./payment-methods.ts";
import type { RegisteredSource } from "./preparation.ts";
import { requireFound } from "../errors.ts";
import { atomically, type Gateway } from "../dependencies.ts";
import {
  type Caller,
  type Partner,
  type PaymentTerms,
  requireOwn,
  requirePermission,
} from "../partners/partner.ts";
import type { TransactionPage, TransactionFilter } from "../store.ts";
import { recordCreated } from "../states/changes.ts";
import { lifecycles } from "../states/lifecycles.ts";
import {
  isFinalTransaction,
  type PartnerReference,
  type Transaction,
  transactionAt,
} from "./transaction.ts";
import { addTransaction, findTransaction, startPayment } from "./transactions.ts";
import { CONFIRMABLE_MS, type Verification } from "./verification.ts";

/** The fields of both kinds of orders. The amount is whole VND. */
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
  /** The saved card that pays, if the order names one. */
  readonly savedCard?: SavedCard | undefined;
}

/** An order with the card or account that pays. */
export interface DirectOrder extends PaymentOrder {
  readonly source: RegisteredSource;
}

/**
 * Accepts an order that the customer pays on the gateway's page, after `requirePayable`.
 *
 * @throws MethodNotPermittedError, BankNotPermittedError or DuplicateOrderError
 */
export async function placeOrder(
  gateway: Gateway,
  terms: PaymentTerms,
  order: HostedOrder,
): Promise<Transaction> {
  requirePermission(terms.partner, order);
  const transaction: Transaction = {
    ...newTransaction(gateway, terms, order),
    tokenDigest: order.savedCard?.digest,
    bankReference: order.savedCard?.bankReference,
  };
  await addTransaction(gateway, transaction);
  return transaction;
}

/**
 * Accepts an order with its card or account, after `registerSource`.
 *
 * @throws MethodNotPermittedError, BankNotPermittedError or DuplicateOrderError
 */
export async function placeDirectPayment(
  gateway: Gateway,
  terms: PaymentTerms,
  order: DirectOrder,
): Promise<{ transaction: Transaction; verification: Verification }> {
  requirePermission(terms.partner, order);
  const { type, bankReference, card } = order.source;
  const transaction: Transaction = {
    ...newTransaction(gateway, terms, order),
    bankReference,
    sourceOfFunds: type,
    card,
  };
  const verificationId = gateway.ids.next();
  const otp = gateway.otps.make(verificationId);
  const verification: Verification = {
    id: verificationId,
    transactionId: transaction.id,
    method: "OTP",
    status: "AUTHENTICATE_REQUIRED",
    otpDigest: gateway.otps.digest(verificationId, otp),
    wrongOtps: 0,
    createdAt: transaction.createdAt,
    expiresAt: transaction.createdAt + CONFIRMABLE_MS,
  };
  await atomically(gateway, async (inside) => {
    await addTransaction(inside, transaction);
    await inside.store.verifications.add(verification);
    await recordCreated(inside, lifecycles.verification, verification, {
      who: "gateway",
      why: "the customer has to confirm",
      at: verification.createdAt,
    });
  });
  await gateway.bank.sendOtp(transaction.id, otp);
  return { transaction, verification };
}

/**
 * Lists the partner's transactions, including those of its sub accounts, in their states of now. It writes nothing, so
 * its cost does not grow with the number of overdue transactions.
 */
export async function listOwnTransactions(
  { store, clock }: Gateway,
  filter: TransactionFilter,
): Promise<TransactionPage> {
  const now = clock.now();
  const { transactions, total } = await store.transactions.list(filter, now);
  return { transactions: transactions.map((stored) => transactionAt(stored, now)), total };
}

/**
 * Decides an open transaction in place of the bank, in a sandbox.
 *
 * @throws NotFoundError, or StateForbidsError if it is final
 */
export async function decideTransaction(
  gateway: Gateway,
  caller: Caller,
  id: string,
  result: "success" | "error",
): Promise<Transaction> {
  await findTransaction(gateway, caller, id);
  return atomically(gateway, async (inside) => {
    const found = requireOwn(caller, await inside.store.transactions.get(id), "transaction");
    const started = found.status === "processing" ? found : await startPayment(inside, found);
    if (isFinalTransaction(started.status)) return started;
    return concludePayment(inside, started, result === "success" ? "success" : "declined");
  });
}

/**
 * Reads the terms of a payment in one statement, so that they never mix two versions of a partner.
 *
 * @throws NotFoundError
 */
export async function readTerms(
  { store }: Pick<Gateway, "store">,
  partnerCode: string,
  subAccount: string | undefined,
): Promise<PaymentTerms> {
  return requireFound(await store.partners.terms(partnerCode, subAccount), "partner");
}

function newTransaction(
  gateway: Gateway,
  { partner }: PaymentTerms,
  order: PaymentOrder,
): Transaction {
  const now = gateway.clock.now();
  return {
    ...order.reference,
    id: gateway.ids.next(),
    requestId: gateway.origin().requestId,
    partnerCode: partner.code,
    subAccount: order.subAccount,
    status: "pending",
    orderAmount: order.amount,
    customerFee: feeOf(partner, order.paymentMethod),
    currency: CURRENCY,
    bankCode: order.bankCode ?? "",
    paymentMethod: order.paymentMethod,
    paymentType: PAYMENT_TYPE,
    action: order.action,
    createdAt: now,
    updatedAt: now,
  };
}

function feeOf({ customerFees }: Partner, paymentMethod: string): number {
  // Partners can be granted any method, also one with the name of an inherited property such as `constructor`.
  return new Map(Object.entries(customerFees)).get(paymentMethod) ?? 0;
}
