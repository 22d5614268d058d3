import type { Handlers } from "../../../generated/gateway/handlers.ts";
import type { Context } from "../http/context.ts";
import { placeDirectPayment } from "../domain/payments/payments.ts";
import { sourceOfFundsIn } from "../http/source-of-funds.ts";
import { directPaymentTransaction } from "./presentation.ts";

export const createPayment: Handlers<Context>["createPayment"] = async (
  { body, headers, context: { gateway, partner, links } },
  reply,
) => {
  const { order, notificationConfig } = body.partnerReference;
  const { amount, bankCode, paymentMethod, action } = body.transaction;
  const { transaction, verification } = await placeDirectPayment(gateway, partner, {
    subAccount: headers["X-Account-Ref-ID"],
    amount,
    bankCode,
    paymentMethod,
    action,
    source: sourceOfFundsIn(body),
    reference: {
      orderId: order.id,
      orderInfo: order.info,
      extraData: order.extraData,
      notifyUrl: notificationConfig.notifyUrl,
      redirectUrl: notificationConfig.redirectUrl,
    },
  });
  return reply(200, {
    transaction: directPaymentTransaction(transaction),
    authentication: {
      verificationUrl: links.in(headers["X-Language"]).otp(verification.id),
      verificationMethod: verification.method,
      verificationStatus: verification.status,
    },
  });
};
