import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { systemClock } from "../../sandbox/clock.ts";
import type { SandboxContext } from "../../http/context.ts";
import { createPartner as create } from "../../domain/partners/partners.ts";
import { issueJwt } from "../../security/jwt.ts";

export const createPartner: Handlers<SandboxContext>["createPartner"] = async (
  { body, context: { gateway } },
  reply,
) => {
  const partnerCode = gateway.ids.next();
  const { secret } = await create(gateway, partnerCode, {
    ...body,
    ownerType: body.ownerType ?? false,
  });
  const jwt = await issueJwt(partnerCode, secret, systemClock.now());
  const subAccounts = body.subAccounts ?? [];
  return reply(201, { partnerCode, secret, jwt, subAccounts });
};
