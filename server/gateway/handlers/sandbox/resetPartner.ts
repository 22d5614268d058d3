import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { bringClockBack, resetPartner as reset } from "../../domain/sandbox.ts";

export const resetPartner: Handlers<SandboxContext>["resetPartner"] = async (
  { context: { gateway, partner, clock } },
  reply,
) => {
  await reset(gateway, partner.code);
  await bringClockBack(gateway, clock);
  return reply(204, undefined);
};
