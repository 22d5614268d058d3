import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { readPartner as read } from "../../domain/partners/partners.ts";
import { partnerRecord } from "./presentation.ts";

export const readPartner: Handlers<SandboxContext>["readPartner"] = async (
  { context: { gateway, partner } },
  reply,
) => reply(200, partnerRecord(await read(gateway, partner.code)));
