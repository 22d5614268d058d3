import type { CreatePayment } from "../../../generated/gateway/operations.js";
import type { Handlers } from "../../../generated/gateway/handlers.ts";
import type { Context } from "../http/context.ts";
import { type DirectOrder, placeDirectPayment } from "../domain/payments/payments.ts";
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
    source: sourceOf(body.sourceOfFunds),
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

/** Keeps of the source of funds only what the domain may see. */
function sourceOf({
  type,
  card,
  account,
}: CreatePayment["body"]["sourceOfFunds"]): DirectOrder["source"] {
  return type.toLowerCase() === "card"
    ? { type: "card", cardNumber: card?.cardNumber ?? "" }
    : { type: "account", accountNumber: account?.accountNumber ?? "" };
}
