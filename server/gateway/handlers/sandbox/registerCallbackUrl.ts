import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { registerCallbackUrl as register } from "../../domain/callbacks/deliveries.ts";

export const registerCallbackUrl: Handlers<SandboxContext>["registerCallbackUrl"] = async (
  { body, context: { gateway, partner } },
  reply,
) => {
  await register(gateway, partner.code, body.url ?? undefined);
  return reply(200, { url: body.url });
};
