import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { sendCustomEvent } from "../../domain/callbacks/deliveries.ts";
import { deliveryRecord } from "./presentation.ts";

export const sendEvent: Handlers<SandboxContext>["sendEvent"] = async (
  { body, context: { gateway, partner } },
  reply,
) => {
  const { event: kind, url, content } = body;
  const partnerCode = partner.code;
  const sent = await sendCustomEvent(gateway, {
    partnerCode,
    kind,
    url,
    content,
  });
  return reply(201, deliveryRecord(sent));
};
