import type { Handlers } from "../../../../../generated/sandbox/handlers.ts";
import { registerCallbackUrl as register } from "../../../domain/outbox/deliveries.ts";
import {
  changePartner as change,
  createPartner as create,
  readPartnerRecord,
} from "../../../domain/partners/partners.ts";
import { bringClockBack, resetPartner as reset } from "../../../domain/clock-reset.ts";
import type { SandboxContext } from "../../context.ts";
import { systemClock } from "../../../platform/system-effects.ts";
import { issueJwt } from "../../authentication/jwt.ts";
import { partnerRecord } from "./presentation.ts";

/** Operations of partners. */
export const partnersHandlers = {
  async createPartner({ body, context: { gateway } }, reply) {
    const partnerCode = gateway.ids.next();
    const { secret } = await create(gateway, partnerCode, {
      ...body,
      ownerType: body.ownerType ?? false,
    });
    const jwt = await issueJwt(partnerCode, secret, systemClock.now());
    const subAccounts = body.subAccounts ?? [];
    return reply(201, { partnerCode, secret, jwt, subAccounts });
  },

  readPartner: async ({ context: { gateway, partner } }, reply) =>
    reply(200, partnerRecord(await readPartnerRecord(gateway, partner.code))),

  changePartner: async ({ body, context: { gateway, partner } }, reply) =>
    reply(200, partnerRecord(await change(gateway, partner.code, body))),

  async resetPartner({ context: { gateway, partner, clock } }, reply) {
    await reset(gateway, partner.code);
    await bringClockBack(gateway, clock);
    return reply(204, undefined);
  },

  async registerCallbackUrl({ body, context: { gateway, partner } }, reply) {
    await register(gateway, partner.code, body.url ?? undefined);
    return reply(200, { url: body.url });
  },
} satisfies Partial<Handlers<SandboxContext>>;
