import type { components } from "../../../../generated/gateway/types.ts";
import { authenticationResult } from "../../callbacks/event-records.ts";
import {
  type Authentication,
  needsCardholder,
} from "../../domain/authentications/authentication.ts";
import { paysByQrCode, paysInApp } from "../../domain/payments/payment-methods.ts";
import type { Reversal } from "../../domain/reversals/reversal.ts";
import { unixSeconds, utcTime, vietnamTime } from "../../domain/time.ts";
import {
  amountOf,
  transactionOutcome,
  PAYABLE_MS,
  type Transaction,
} from "../../domain/payments/transaction.ts";
import { codeContent } from "../pages/transfer-code.ts";
import type { PageAddresses } from "../pages/links.ts";

type Schemas = components["schemas"];

/** Converts a transaction to an item of the list. */
export function listItem(transaction: Transaction): Schemas["TransactionListItem"] {
  const { extraData } = transaction;
  return {
    errorCode: transactionOutcome(transaction).errorCode,
    status: transaction.status,
    amount: amountOf(transaction),
    currency: transaction.currency,
    orderId: transaction.orderId,
    bankCode: transaction.bankCode,
    paymentMethod: transaction.paymentMethod,
    paymentType: transaction.paymentType,
    serviceTransId: transaction.id,
    transactionTs: unixSeconds(transaction.createdAt),
    ...(extraData !== undefined && { extraData }),
  };
}

/** The links at which the customer can pay a transaction. */
export function paymentLink(
  transaction: Transaction,
  pages: PageAddresses,
  sandbox: boolean,
): Schemas["PaymentLink"] {
  const { id, paymentMethod, createdAt } = transaction;
  const url = pages.payment(id);
  return {
    url,
    ...(paysByQrCode(paymentMethod) && {
      qrCode: {
        url: pages.qrCode(id),
        content: codeContent(transaction, pages, sandbox),
        expiry: utcTime(createdAt + PAYABLE_MS),
      },
    }),
    ...(paysInApp(paymentMethod) && { deepLinkUrl: pages.app(id) }),
  };
}

/** Converts an authentication to the response of `lookupAuthentication`. */
export function threeDsAuthentication(
  authentication: Authentication,
  pages: PageAddresses,
): Schemas["ThreeDsAuthentication"] {
  const { id, status, tokenId } = authentication;
  return {
    ...authenticationResult(authentication),
    ...(tokenId !== undefined && { tokenId }),
    ...(needsCardholder(status) && { deviceDataCollectionUrl: pages.threeDs(id) }),
  };
}

/** Converts a reversal to the response of `reverseAuthorization`. */
export function reversalRecord(reversal: Reversal): Schemas["Reversal"] {
  const { reversedAt, error } = reversal;
  return {
    reversalId: reversal.id,
    authorizationId: reversal.authorizationId,
    merchantRefId: reversal.merchantRefId,
    amount: reversal.amount,
    currency: reversal.currency,
    status: reversal.status,
    ...(error && {
      errorInformation: { ...error, details: [...error.details] },
    }),
    createdAt: vietnamTime(reversal.createdAt),
    updatedAt: vietnamTime(reversal.updatedAt),
    ...(reversedAt !== undefined && { reversedAt: vietnamTime(reversedAt) }),
  };
}
