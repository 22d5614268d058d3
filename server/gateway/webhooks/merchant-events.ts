import { fieldOf } from "@contract-toolkit/kernel";
import type { components } from "../../../generated/merchant/types.ts";
import type { Authentication } from "../domain/authentications/authentication.ts";
import type { EventWriter } from "../domain/effects.ts";
import { utcTime } from "../domain/due/time.ts";
import { outcomeOf, type Transaction } from "../domain/payments/transaction.ts";

import { eventFaults } from "./callback.ts";

type Schemas = components["schemas"];

/** Writes what merchants are told as the merchant contract has it. */
export const merchantEvents: EventWriter = {
  payment: paymentEvent,
  installment: paymentEvent,
  authentication: authenticationEvent,
  faults: (kind, content) =>
    eventFaults(kind, content).map(({ pointer, reason }) => ({
      field: fieldOf(`/body${pointer}`),
      reason,
    })),
};

function paymentEvent(
  transaction: Transaction,
  token?: string,
): Schemas["PaymentEvent"] & Schemas["InstallmentEvent"] {
  const { orderId, orderInfo, extraData } = transaction;
  return {
    transaction: notifiedTransaction(transaction),
    partnerReference: {
      order: {
        id: orderId,
        info: orderInfo,
        ...(extraData !== undefined && { extraData }),
      },
    },
    ...(token !== undefined && { token }),
  };
}

function notifiedTransaction(transaction: Transaction): Schemas["NotifiedTransaction"] {
  const { orderAmount, customerFee } = transaction;
  return {
    transactionId: transaction.id,
    status: transaction.status,
    ...outcomeOf(transaction),
    partnerCode: transaction.partnerCode,
    orderAmount,
    ...(transaction.sourceOfFunds !== undefined && {
      amount: orderAmount + customerFee,
      fee: { customer_fee: customerFee },
    }),
    currency: transaction.currency,
    bankCode: transaction.bankCode,
    paymentMethod: transaction.paymentMethod,
    action: transaction.action,
    createdAt: utcTime(transaction.createdAt),
    updatedAt: utcTime(transaction.updatedAt),
  };
}

function authenticationEvent(authentication: Authentication): Schemas["AuthenticationEvent"] {
  const { id, card, eci, threeDsVersion } = authentication;
  return {
    authenticationId: id,
    merchantRefId: authentication.merchantRefId,
    status: authentication.status,
    amount: authentication.amount,
    currency: authentication.currency,
    card: {
      number: card.number,
      expirationMonth: card.expirationMonth,
      expirationYear: card.expirationYear,
      cardBrand: card.brand,
      cardType: card.type,
      country: card.country,
    },
    ...(eci !== undefined && { eci }),
    ...(threeDsVersion !== undefined && { threeDsVersion }),
  };
}
