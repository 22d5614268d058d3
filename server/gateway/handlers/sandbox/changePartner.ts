import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { changePartner as change } from "../../domain/partners/partners.ts";
import { partnerRecord } from "./presentation.ts";

export const changePartner: Handlers<SandboxContext>["changePartner"] = async (
  { body, context: { gateway, partner } },
  reply,
) => reply(200, partnerRecord(await change(gateway, partner.code, body)));
