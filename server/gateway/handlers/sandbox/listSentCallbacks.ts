import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { NotFound } from "../../domain/errors.ts";
import { utcTime } from "../../domain/due/time.ts";
import type { SandboxContext } from "../../http/context.ts";

export const listSentCallbacks: Handlers<SandboxContext>["listSentCallbacks"] = async (
  { path, context: { gateway, partner, sentCallbacks } },
  reply,
) => {
  const { deliveryId } = path;
  const own = await gateway.store.atomically(({ deliveries }) =>
    deliveries.find(partner.code, deliveryId),
  );
  if (own === undefined) throw new NotFound("delivery");
  return reply(200, {
    callbacks: sentCallbacks.of(deliveryId).map(({ at, headers, body, status }) => ({
      at: utcTime(at),
      headers: Object.entries(headers).map(([name, value]) => ({ name, value: String(value) })),
      body,
      ...(status !== undefined && { status }),
    })),
  });
};
