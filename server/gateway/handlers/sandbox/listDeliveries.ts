import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { listDeliveries as list } from "../../domain/callbacks/deliveries.ts";
import { deliveryRecord } from "./presentation.ts";

export const listDeliveries: Handlers<SandboxContext>["listDeliveries"] = async (
  { query, context: { gateway, partner } },
  reply,
) => {
  const { status, limit, page } = query;
  const { deliveries, total } = await list(gateway, {
    partnerCode: partner.code,
    status,
    limit,
    page,
  });
  return reply(200, {
    pagination: { total, page, limit },
    deliveries: deliveries.map(deliveryRecord),
  });
};
