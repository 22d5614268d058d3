import type { Handlers } from "../../../generated/gateway/handlers.ts";
import type { Context } from "../http/context.ts";
import { placeOrder } from "../domain/payments/payments.ts";
import { paymentLink, paymentTransaction } from "./presentation.ts";

export const payOrder: Handlers<Context>["payOrder"] = async (
  { body, headers, context: { gateway, partner, links } },
  reply,
) => {
  const { order, notificationConfig } = body.partnerReference;
  const { amount, bankCode, paymentMethod, action, token } = body.transaction;
  const transaction = await placeOrder(gateway, partner, {
    subAccount: headers["X-Account-Ref-ID"],
    amount,
    bankCode,
    paymentMethod,
    action,
    token,
    reference: {
      orderId: order.id,
      orderInfo: order.info,
      extraData: order.extraData,
      notifyUrl: notificationConfig.notifyUrl,
      redirectUrl: notificationConfig.redirectUrl,
      deeplinkUrl: notificationConfig.deeplinkUrl,
      installmentNotifyUrl: notificationConfig.installmentNotifyUrl,
      categoryCode: headers["X-MC-Category-Code"],
    },
  });
  return reply(200, {
    transaction: paymentTransaction(transaction),
    payment: paymentLink(transaction, links.in(headers["X-Language"])),
  });
};
