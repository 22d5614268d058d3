import type { Handlers } from "../../../generated/gateway/handlers.ts";
import type { Context } from "../context.ts";
import { InvalidInput } from "../domain/errors.ts";
import { listTransactions as list } from "../domain/payments.ts";
import { listItem } from "./presentation.ts";

export const listTransactions: Handlers<Context>["listTransactions"] = async (
  { query, context: { gateway, partner } },
  reply,
) => {
  const { startTime, endTime, status, paymentMethod, limit, page } = query;
  if (startTime !== undefined && endTime !== undefined && startTime > endTime)
    throw new InvalidInput([{ field: "endTime", reason: "must not be before startTime" }]);
  const { transactions, total } = await list(gateway, {
    partnerCode: partner.code,
    createdFrom: startTime === undefined ? undefined : firstMs(startTime),
    createdTo: endTime === undefined ? undefined : firstMs(endTime) + 999,
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

// ECMA-262, 21.4.1.1: no time is further from 1970 than this.
const FURTHEST_S = 8_640_000_000_000;

function firstMs(second: number): number {
  return Math.max(-FURTHEST_S, Math.min(FURTHEST_S, second)) * 1000;
}
