import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { setDeliveryFault } from "../../domain/callbacks/deliveries.ts";

export const addDeliveryFault: Handlers<SandboxContext>["addDeliveryFault"] = async (
  { body, context: { gateway, partner } },
  reply,
) => {
  const { kind, times = 1, delaySeconds } = body;
  const delayMs = delaySeconds === undefined ? undefined : delaySeconds * 1000;
  await setDeliveryFault(gateway, partner.code, { kind, times, delayMs });
  return reply(201, {
    kind,
    times,
    ...(delaySeconds !== undefined && { delaySeconds }),
  });
};
