import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { utcTime } from "../../domain/due/time.ts";
import type { SandboxContext } from "../../http/context.ts";
import { verify } from "../../webhooks/verify.ts";

export const readInbox: Handlers<SandboxContext>["readInbox"] = async (
  { context: { gateway, partner, inbox } },
  reply,
) => {
  const registered = await gateway.store.partners.find(partner.code);
  const secrets = registered === undefined ? [] : [registered.secret];
  const received = inbox.list().map(async ({ at, headers, body }) => {
    const deliveryId = String(headers["webhook-id"]);
    // Anybody may send to the inbox: a partner sees what is about an event of its own.
    const own = await gateway.store.atomically(({ deliveries }) =>
      deliveries.find(partner.code, deliveryId),
    );
    const verified = verify({ headers, body }, secrets, Math.floor(at / 1000)).ok;
    return own === undefined ? [] : [{ at: utcTime(at), deliveryId, verified, body }];
  });
  return reply(200, { messages: (await Promise.all(received)).flat() });
};
