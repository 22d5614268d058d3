import { fieldPath } from "@contract-toolkit/contract";
import type { components } from "../../../generated/merchant/types.ts";
import type { EventWriter } from "../domain/dependencies.ts";
import type { Transaction } from "../domain/payments/transaction.ts";
import {
  authenticationResult,
  directPaymentTransaction,
  paymentTransaction,
} from "./event-records.ts";
import { eventViolations } from "./callback.ts";

type Schemas = components["schemas"];

/** Writes the contents of events as the merchant contract defines them. */
export const merchantEvents: EventWriter = {
  payment: paymentEvent,
  installment: paymentEvent,
  authentication: (authentication): Schemas["AuthenticationEvent"] =>
    authenticationResult(authentication),
  violations: (kind, content) =>
    eventViolations(kind, content).map(({ pointer, reason }) => ({
      field: fieldPath(`/body${pointer}`),
      reason,
    })),
};

function paymentEvent(
  transaction: Transaction,
  token?: string,
): Schemas["PaymentEvent"] & Schemas["InstallmentEvent"] {
  const { orderId, orderInfo, extraData, sourceOfFunds } = transaction;
  return {
    transaction:
      sourceOfFunds === undefined
        ? paymentTransaction(transaction)
        : directPaymentTransaction(transaction),
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
