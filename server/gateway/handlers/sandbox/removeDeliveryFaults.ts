import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { clearDeliveryFaults } from "../../domain/callbacks/deliveries.ts";

export const removeDeliveryFaults: Handlers<SandboxContext>["removeDeliveryFaults"] = async (
  { context: { gateway, partner } },
  reply,
) => {
  await clearDeliveryFaults(gateway, partner.code);
  return reply(204, undefined);
};
