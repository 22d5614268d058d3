import type { components } from "../../../generated/gateway/types.ts";
import type { Authentication } from "../domain/authentications/authentication.ts";
import { amountOf, type Transaction, transactionOutcome } from "../domain/payments/transaction.ts";
import { utcTime } from "../domain/time.ts";

type Schemas = components["schemas"];

/** Converts a transaction to the response of `payOrder`. */
export function paymentTransaction(transaction: Transaction): Schemas["PaymentTransaction"] {
  return {
    transactionId: transaction.id,
    status: transaction.status,
    ...transactionOutcome(transaction),
    partnerCode: transaction.partnerCode,
    orderAmount: transaction.orderAmount,
    currency: transaction.currency,
    bankCode: transaction.bankCode,
    paymentMethod: transaction.paymentMethod,
    action: transaction.action,
    createdAt: utcTime(transaction.createdAt),
    updatedAt: utcTime(transaction.updatedAt),
  };
}

/** Converts a transaction to the response of `createPayment`. */
export function directPaymentTransaction(
  transaction: Transaction,
): Schemas["DirectPaymentTransaction"] {
  return {
    ...paymentTransaction(transaction),
    amount: amountOf(transaction),
    fee: { customer_fee: transaction.customerFee },
  };
}

/** Converts an authentication to the data of its callback. */
export function authenticationResult(
  authentication: Authentication,
): Omit<Schemas["ThreeDsAuthentication"], "tokenId" | "deviceDataCollectionUrl"> {
  const { card, eci, threeDsVersion } = authentication;
  return {
    authenticationId: authentication.id,
    merchantRefId: authentication.merchantRefId,
    status: authentication.status,
    amount: authentication.amount,
    currency: authentication.currency,
    card: {
      number: card.number,
      expirationMonth: card.expirationMonth,
      expirationYear: card.expirationYear,
      cardType: card.type,
      cardBrand: card.brand,
      country: card.country,
    },
    ...(eci !== undefined && { eci }),
    ...(threeDsVersion !== undefined && { threeDsVersion }),
  };
}
