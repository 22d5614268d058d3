import type { Handlers } from "../../../../generated/gateway/handlers.ts";
import { paymentTransaction } from "../../callbacks/event-records.ts";
import { requirePayable } from "../../domain/payments/preparation.ts";
import { placeOrder, readTerms } from "../../domain/payments/payments.ts";
import { requirePayingAccount } from "../../domain/partners/sub-accounts.ts";
import { callerOf, type Context } from "../context.ts";
import { paymentLink } from "./presentation.ts";

export const payOrder: Handlers<Context>["payOrder"] = {
  async prepare({ body, headers, context }) {
    const { gateway, partner, links, sandbox } = context;
    const caller = callerOf(context, headers);
    const { subAccount } = caller;
    const { paymentMethod } = body.transaction;
    const terms = await readTerms(gateway, partner.code, subAccount);
    const savedCard = await requirePayable(gateway, caller, body.transaction);
    requirePayingAccount(terms, subAccount);

    return async (reply) => {
      const { order, notificationConfig } = body.partnerReference;
      const { amount, bankCode, action } = body.transaction;
      const transaction = await placeOrder(gateway, terms, {
        subAccount,
        amount,
        bankCode,
        paymentMethod,
        action,
        savedCard,
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
        payment: paymentLink(transaction, links.in(headers["X-Language"]), sandbox),
      });
    };
  },
};
