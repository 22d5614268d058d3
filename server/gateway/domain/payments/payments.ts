import type { SourceOfFunds } from "../bank/bank.ts";
import {
  CURRENCY,
  PAYMENT_TYPE,
  savesCards,
  type SourceKind,
  sourcesOf,
} from "./payment-methods.ts";
import { cardFace } from "../cards/card.ts";
import { type FieldFault, InvalidInput, NotFound } from "../errors.ts";
import type { Gateway } from "../gateway.ts";
import { type Caller, requirePermission, type Partner } from "../partners/partner.ts";
import type { TransactionPage, TransactionFilter } from "../store.ts";
import { findSavedCard, untakenNumber } from "../cards/saved-cards.ts";
import { isFinal, type PartnerReference, type Transaction } from "./transaction.ts";
import {
  addTransaction,
  expireTransactions,
  findTransaction,
  moveTransaction,
  startPayment,
} from "./transactions.ts";
import { CONFIRMABLE_MS, type Verification } from "./verification.ts";
import { addVerification } from "./verifications.ts";

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
  readonly source: SourceOfFunds;
}

/**
 * Demands that action, token and method go together (choice "action").
 *
 * @throws InvalidInput naming each field that does not fit
 */
export async function requirePayable(
  gateway: Gateway,
  caller: Caller,
  order: Pick<HostedOrder, "action" | "token" | "paymentMethod">,
): Promise<void> {
  const { action, paymentMethod } = order;
  const faults: FieldFault[] = [];
  if (action !== "PAY" && !savesCards(paymentMethod))
    faults.push({ field: "transaction.action", reason: "must be PAY with this payment method" });
  const wrong = await faultOfToken(gateway, caller, order);
  if (wrong !== undefined) faults.push({ field: "transaction.token", reason: wrong });
  if (faults.length > 0) throw new InvalidInput(faults);
}

async function faultOfToken(
  gateway: Gateway,
  caller: Caller,
  { action, token, paymentMethod }: Pick<HostedOrder, "action" | "token" | "paymentMethod">,
): Promise<string | undefined> {
  if (token === undefined && action !== "PAY_WITH_TOKEN") return undefined;
  if (action === "PAY_WITH_RETURN_TOKEN") return "must be absent with PAY_WITH_RETURN_TOKEN";
  if (!savesCards(paymentMethod)) return "must be absent with this payment method";
  const card = token === undefined ? undefined : await findSavedCard(gateway, caller, token);
  if (card?.status !== "active") return "must be the token of a card saved for this partner";
  return undefined;
}

/**
 * Demands that the payment method is one that takes the source of funds
 * (choice "payment-source"). A method that was not granted is refused later,
 * whatever pays.
 *
 * @throws InvalidInput
 */
export function requireFittingSource(
  partner: Partner,
  { paymentMethod, type }: { readonly paymentMethod: string; readonly type: SourceKind },
): void {
  const kinds = sourcesOf(paymentMethod);
  if (!partner.paymentMethods.has(paymentMethod) || kinds.length === 0) return;
  if (kinds.includes(type)) return;
  throw new InvalidInput([
    {
      field: "sourceOfFunds.type",
      reason: `must be ${kinds.join(" or ")} with this payment method`,
    },
  ]);
}

/**
 * Hands the bank what a direct payment is made with.
 *
 * @throws InvalidInput naming the number that the bank does not take
 */
export async function requireSource({ bank }: Gateway, source: SourceOfFunds): Promise<string> {
  const number = source.type === "card" ? source.cardNumber : source.accountNumber;
  const reference = number.trim() === "" ? undefined : await bank.register(source);
  if (reference !== undefined) return reference;
  throw new InvalidInput([
    source.type === "card"
      ? untakenNumber("sourceOfFunds.card.cardNumber")
      : {
          field: "sourceOfFunds.account.accountNumber",
          reason: "must be the number of an account that can be used here",
        },
  ]);
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
  requirePermission(partner, order);
  const { subAccount, token } = order;
  const caller = { partnerCode: partner.code, subAccount };
  const saved = token === undefined ? undefined : await findSavedCard(gateway, caller, token);
  const transaction: Transaction = {
    ...(await newTransaction(gateway, partner, order)),
    tokenDigest: saved?.digest,
    bankReference: saved?.bankReference,
  };
  await gateway.store.atomically((store) => addTransaction({ ...gateway, store }, transaction));
  return transaction;
}

/**
 * Takes an order together with the card or account that pays. Of a card only
 * its face is kept, of an account nothing.
 *
 * @throws InvalidInput, MethodNotPermitted, BankNotPermitted or DuplicateOrder
 */
export async function placeDirectPayment(
  gateway: Gateway,
  partner: Partner,
  order: DirectOrder,
): Promise<{ transaction: Transaction; verification: Verification }> {
  const bankReference = await requireSource(gateway, order.source);
  requirePermission(partner, order);
  const transaction: Transaction = {
    ...(await newTransaction(gateway, partner, order)),
    bankReference,
    sourceOfFunds: order.source.type,
    card: order.source.type === "card" ? cardFace(order.source.cardNumber) : undefined,
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
  await gateway.store.atomically(async (store) => {
    const inside = { ...gateway, store };
    await addTransaction(inside, transaction);
    await addVerification(inside, verification);
  });
  await gateway.bank.sendOtp(transaction.id, otp);
  return { transaction, verification };
}

/** The partner's transactions, those of its sub accounts among them. */
export async function listTransactions(
  gateway: Gateway,
  filter: TransactionFilter,
): Promise<TransactionPage> {
  await expireTransactions(gateway, filter.partnerCode);
  return gateway.store.transactions.list(filter);
}

/**
 * Lets the bank decide about a transaction that is still open.
 *
 * @throws NotFound, or StateForbids when it has been decided
 */
export async function decideTransaction(
  gateway: Gateway,
  caller: Caller,
  id: string,
  result: "success" | "error",
): Promise<Transaction> {
  await findTransaction(gateway, caller, id);
  return gateway.store.atomically(async (store) => {
    const inside = { ...gateway, store };
    const found = await store.transactions.find(caller, id);
    if (found === undefined) throw new NotFound("transaction");
    const started = await startPayment(inside, found);
    if (isFinal(started.status)) return started;
    return moveTransaction(inside, started, result === "success" ? "succeed" : "decline");
  });
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
    customerFee: await gateway.store.partners.customerFee(partner.code, order.paymentMethod),
    currency: CURRENCY,
    bankCode: order.bankCode ?? "",
    paymentMethod: order.paymentMethod,
    paymentType: PAYMENT_TYPE,
    action: order.action,
    createdAt: now,
    updatedAt: now,
  };
}
