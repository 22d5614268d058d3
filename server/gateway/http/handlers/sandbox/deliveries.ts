import type { Handlers } from "../../../../../generated/sandbox/handlers.ts";
import {
  listDeliveries as list,
  replayDelivery as replay,
  sendCustomEvent,
} from "../../../domain/outbox/deliveries.ts";
import { utcTime } from "../../../domain/time.ts";
import { NotFoundError, requireFound } from "../../../domain/errors.ts";
import { secretsAt } from "../../../domain/partners/partner.ts";
import type { SandboxContext } from "../../context.ts";
import { verify } from "../../../callbacks/verify-callback.ts";
import { deliveryRecord } from "./presentation.ts";

/** Operations of deliveries, of sent callbacks and of the inbox. */
export const deliveriesHandlers = {
  async listDeliveries({ query, context: { gateway, partner } }, reply) {
    const { limit, page } = query;
    const { deliveries, total } = await list(gateway, { ...query, partnerCode: partner.code });
    return reply(200, {
      pagination: { total, page, limit },
      deliveries: deliveries.map(deliveryRecord),
    });
  },

  replayDelivery: async ({ path, context: { gateway, partner } }, reply) =>
    reply(200, deliveryRecord(await replay(gateway, partner.code, path.deliveryId))),

  async sendEvent({ body, context: { gateway, partner } }, reply) {
    const { event: kind, url, content } = body;
    const event = { partnerCode: partner.code, kind, url, content };
    const sent = await sendCustomEvent(gateway, event);
    return reply(201, deliveryRecord(sent));
  },

  async addDeliveryFault({ body, context: { gateway, partner } }, reply) {
    const { kind, times = 1, delaySeconds } = body;
    const delayMs = delaySeconds === undefined ? undefined : delaySeconds * 1000;
    await gateway.store.faults.add(gateway.ids.next(), partner.code, { kind, times, delayMs });
    return reply(201, { kind, times, ...(delaySeconds !== undefined && { delaySeconds }) });
  },

  async listDeliveryFaults({ context: { gateway, partner } }, reply) {
    const faults = await gateway.store.faults.list(partner.code);
    return reply(200, {
      faults: faults.map(({ kind, times, delayMs }) => ({
        kind,
        times,
        ...(delayMs !== undefined && { delaySeconds: delayMs / 1000 }),
      })),
    });
  },

  async removeDeliveryFaults({ query, context: { gateway, partner } }, reply) {
    await gateway.store.faults.clear(partner.code, query.kind);
    return reply(204, undefined);
  },

  async listSentCallbacks({ path, context: { gateway, partner, sentCallbacks } }, reply) {
    const { deliveryId } = path;
    const own = await gateway.store.atomically(({ deliveries }) =>
      deliveries.find(partner.code, deliveryId),
    );
    if (own === undefined) throw new NotFoundError("delivery");
    return reply(200, {
      callbacks: sentCallbacks.of(deliveryId).map(({ at, headers, body, status }) => ({
        at: utcTime(at),
        headers: Object.entries(headers).map(([name, value]) => ({ name, value: String(value) })),
        body,
        ...(status !== undefined && { status }),
      })),
    });
  },

  async readInbox({ context: { gateway, partner, inbox } }, reply) {
    const registered = await gateway.store.partners.find(partner.code);
    const received = inbox.list().map(async ([, { at, headers, body }]) => {
      const deliveryId = String(headers["webhook-id"]);
      // Anyone can send to the inbox, so a partner sees only messages about its own events.
      const own = await gateway.store.atomically(({ deliveries }) =>
        deliveries.find(partner.code, deliveryId),
      );
      const secrets = secretsAt(requireFound(registered, "partner"), at);
      const verified = verify({ headers, body }, secrets, Math.floor(at / 1000)).ok;
      return own === undefined ? [] : [{ at: utcTime(at), deliveryId, verified, body }];
    });
    return reply(200, { messages: (await Promise.all(received)).flat().reverse() });
  },
} satisfies Partial<Handlers<SandboxContext>>;
