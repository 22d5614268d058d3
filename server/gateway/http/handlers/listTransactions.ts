import type { Handlers } from "../../../../generated/gateway/handlers.ts";
import type { Context } from "../context.ts";
import { listOwnTransactions } from "../../domain/payments/payments.ts";
import { listItem } from "./presentation.ts";

export const listTransactions: Handlers<Context>["listTransactions"] = async (
  { query, context: { gateway, partner } },
  reply,
) => {
  const { startTime, endTime, status, paymentMethod, limit, page } = query;
  const { transactions, total } = await listOwnTransactions(gateway, {
    partnerCode: partner.code,
    createdFrom: startTime === undefined ? undefined : startTime * 1000,
    createdTo: endTime === undefined ? undefined : endTime * 1000 + 999,
    status,
    paymentMethod,
    limit,
    page,
  });
  return reply(200, {
    pagination: { total, page, limit },
    transactions: transactions.map(listItem),
  });
};
