import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../context.ts";
import { resetPartner as reset } from "../../domain/sandbox.ts";

export const resetPartner: Handlers<SandboxContext>["resetPartner"] = async (
  { context: { gateway, partner } },
  reply,
) => {
  await reset(gateway, partner.code);
  return reply(204, undefined);
};
