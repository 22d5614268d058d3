import type { Handlers } from "../../../../generated/gateway/handlers.ts";
import { directPaymentTransaction } from "../../callbacks/event-records.ts";
import { registerSource, requireFittingSource } from "../../domain/payments/preparation.ts";
import { placeDirectPayment, readTerms } from "../../domain/payments/payments.ts";
import { requirePayingAccount } from "../../domain/partners/sub-accounts.ts";
import type { Context } from "../context.ts";
import { sourceOfFundsIn } from "./source-of-funds.ts";

export const createPayment: Handlers<Context>["createPayment"] = {
  async prepare({ body, headers, context: { gateway, partner, links } }) {
    const { amount, bankCode, paymentMethod, action } = body.transaction;
    const subAccount = headers["X-Account-Ref-ID"];
    const received = sourceOfFundsIn(body);
    const terms = await readTerms(gateway, partner.code, subAccount);
    requireFittingSource(terms.partner, { paymentMethod, type: received.type });
    const source = await registerSource(gateway, received);
    requirePayingAccount(terms, subAccount);

    return async (reply) => {
      const { order, notificationConfig } = body.partnerReference;
      const { transaction, verification } = await placeDirectPayment(gateway, terms, {
        subAccount,
        amount,
        bankCode,
        paymentMethod,
        action,
        source,
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
  },
};
