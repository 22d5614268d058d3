import { NotFoundError, requireFound, StateForbidsError } from "../errors.ts";
import { atomically, type Gateway } from "../dependencies.ts";
import { type Caller, requireOwn } from "../partners/partner.ts";
import { takeBankDecision } from "./bank-decision.ts";
import type { Transaction } from "./transaction.ts";
import { expireTransaction, moveTransaction } from "./transactions.ts";
import { LAST_WRONG_OTP, type Verification } from "./verification.ts";
import { moveVerification } from "./verification-moves.ts";

/** A direct payment and its verification. */
export interface PaymentVerification {
  readonly verification: Verification;
  readonly transaction: Transaction;
}

/**
 * The current state of a verification and its payment. Deadlines are applied, and the bank is asked if it has the
 * payment.
 *
 * @throws NotFoundError
 */
export async function openVerification(
  gateway: Gateway,
  verificationId: string,
): Promise<PaymentVerification> {
  const { verification, transaction } = await atomically(gateway, (inside) =>
    readCurrentVerification(inside, verificationId),
  );
  const { status, partnerCode } = transaction;
  if (status === "pending" && (await gateway.store.partners.isDisabled(partnerCode)))
    throw new NotFoundError("transaction");
  return { verification, transaction: await takeBankDecision(gateway, transaction) };
}

/**
 * Checks the customer's one-time password. The right one confirms the payment, and the bank decides. The fifth wrong one
 * ends the payment (choice "verification-status").
 *
 * @throws NotFoundError, or StateForbidsError if two passwords arrive at once
 */
export async function confirmPayment(
  gateway: Gateway,
  verificationId: string,
  otp: string,
): Promise<PaymentVerification> {
  const { verification, transaction } = await atomically(gateway, async (inside) => {
    const asked = await readCurrentVerification(inside, verificationId);
    if (!isOpen(asked)) return asked;
    const { otpDigest } = asked.verification;
    return gateway.otps.matches(verificationId, otp, otpDigest)
      ? confirm(inside, asked)
      : countWrong(inside, asked);
  });
  return { verification, transaction: await takeBankDecision(gateway, transaction) };
}

/**
 * Cancels a direct payment for its customer.
 *
 * @throws NotFoundError, or StateForbidsError if it is processing or final
 */
export async function cancelVerification(gateway: Gateway, verificationId: string): Promise<void> {
  const { transaction } = await openVerification(gateway, verificationId);
  await atomically(gateway, (inside) => moveTransaction(inside, transaction, "cancel"));
}

/**
 * The one-time password of a payment, for tests in a sandbox.
 *
 * @throws NotFoundError, or StateForbidsError if the payment can no longer be confirmed
 */
export async function readOtp(
  gateway: Gateway,
  caller: Caller,
  transactionId: string,
): Promise<{ otp: string; verification: Verification }> {
  const { store, otps } = gateway;
  requireOwn(caller, await store.transactions.get(transactionId), "transaction");
  const found = await store.verifications.ofTransaction(transactionId);
  const opened = await openVerification(gateway, requireFound(found, "transaction").id);
  const { verification } = opened;
  const otp = otps.recall(verification.id, verification.otpDigest);
  if (!isOpen(opened) || otp === undefined)
    throw new StateForbidsError("There is nothing left to confirm.");
  return { otp, verification };
}

/** Whether the customer can still confirm. */
export function isOpen({ verification, transaction }: PaymentVerification): boolean {
  return verification.status === "AUTHENTICATE_REQUIRED" && transaction.status === "pending";
}

/** Applies the deadlines of the payment and its verification. */
async function readCurrentVerification(
  gateway: Gateway,
  verificationId: string,
): Promise<PaymentVerification> {
  const { store } = gateway;
  const asked = requireFound(await store.verifications.get(verificationId), "transaction");
  const transaction = await expireTransaction(gateway, asked.transactionId);
  const verification = await store.verifications.get(verificationId);
  return { verification: verification ?? asked, transaction };
}

async function confirm(
  gateway: Gateway,
  { verification, transaction }: PaymentVerification,
): Promise<PaymentVerification> {
  return {
    verification: await moveVerification(gateway, verification, "confirm"),
    transaction: await moveTransaction(gateway, transaction, "start"),
  };
}

async function countWrong(
  gateway: Gateway,
  { verification, transaction }: PaymentVerification,
): Promise<PaymentVerification> {
  const { id, wrongOtps } = verification;
  if (!(await gateway.store.verifications.countWrongOtp(id, wrongOtps)))
    throw new StateForbidsError("Another password was checked at the same time.");
  const counted = { ...verification, wrongOtps: wrongOtps + 1 };
  if (counted.wrongOtps < LAST_WRONG_OTP) return { verification: counted, transaction };
  const started = await moveTransaction(gateway, transaction, "start");
  return {
    verification: await moveVerification(gateway, counted, "fail"),
    transaction: await moveTransaction(gateway, started, "decline", "unconfirmed"),
  };
}
