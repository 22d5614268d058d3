import { expect } from "vitest";
import { listDeliveries } from "../domain/outbox/deliveries.ts";
import type { AttemptOutcome, WantedDeliveries } from "../domain/outbox/delivery.ts";
import { enqueueEvent } from "../domain/outbox/outbox.ts";
import type { Gateway } from "../domain/dependencies.ts";
import { decideTransaction } from "../domain/payments/payments.ts";
import type { DueAt } from "../domain/store.ts";
import { openTestGateway, type TestGateway } from "./open-gateway.ts";
import { placeHosted } from "./orders.ts";
import { createDispatcher, type DispatcherDeps } from "../callbacks/dispatcher.ts";
import type { Post } from "../callbacks/receiver-addresses/post.ts";
import type { WebhookHeaders } from "../callbacks/signing.ts";
import { verify } from "../callbacks/verify-callback.ts";

/** The notification URL of the partner. */
export const url = "https://shop.example/notify";

/** A received callback. */
export interface Received {
  readonly id: string;
  readonly url: string;
  readonly genuine: boolean;
  readonly body: string;
  readonly headers: Readonly<Record<keyof WebhookHeaders, string>>;
}

/** Starts a gateway with a partner and a dispatcher. `response` returns the status for each delivery. */
export async function openDispatch(response: (received: Received) => number | Promise<number>) {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const found = await gateway.store.partners.find("P1");
  const secret = found?.secret ?? "";
  const received: Received[] = [];
  const post: Post = async (receiver, { body, headers }) => {
    const atSeconds = headers["webhook-timestamp"];
    const texts = { ...headers, "webhook-timestamp": String(atSeconds) };
    const { ok } = verify({ body, headers: texts }, [secret], atSeconds);
    const id = headers["webhook-id"];
    const seen = { id, url: receiver.url.href, genuine: ok, body, headers: texts };
    received.push(seen);
    return response(seen);
  };
  const errors: unknown[] = [];
  const dispatcherAt = (machine: { now: number }, further: Partial<DispatcherDeps> = {}) =>
    createDispatcher({
      gateway,
      post,
      rules: {
        loopback: false,
        resolve: () => Promise.resolve(["93.184.215.14"]),
      },
      faults: true,
      machineNow: () => machine.now,
      random: () => 0,
      onError: (error) => errors.push(error),
      ...further,
    });
  const dispatcher = dispatcherAt({ now: 1000 });
  const dispatch = async () => {
    await dispatcher.dispatch();
    await dispatcher.idle();
    expect(errors).toEqual([]);
  };
  const pay = async (orderId: string): Promise<string> => {
    const placed = await placeHosted(gateway, partner, orderId, { paymentMethod: "VA" });
    await decideTransaction(gateway, caller, placed.id, "success");
    return placed.id;
  };
  const enqueueMany = async (
    events: number,
    to: string | ((event: number) => string) = url,
    from: string | ((event: number) => string) = "P1",
  ) => {
    const template = await placeHosted(gateway, partner, `many-${gateway.ids.next()}`, {
      paymentMethod: "VA",
    });
    const content = gateway.events.payment({ ...template, status: "success" });
    const urlOf = typeof to === "string" ? () => to : to;
    const codeOf = typeof from === "string" ? () => from : from;
    const notice = { kind: "order.payment", content } as const;
    await gateway.store.atomically(async (store) => {
      for (let at = 0; at < events; at += 1)
        await enqueueEvent(
          { ...gateway, store },
          { ...notice, partnerCode: codeOf(at), subjectId: template.id, url: urlOf(at) },
        );
    });
  };
  return { gateway, received, dispatcherAt, dispatch, pay, enqueueMany };
}

/** The partner as a caller. */
export const caller = { partnerCode: "P1" };

/** Deliveries, newest first. */
export async function all(gateway: TestGateway) {
  const filter = { partnerCode: "P1", limit: 50, page: 1 };
  return (await listDeliveries(gateway, filter)).deliveries;
}

/** Outcomes of the newest delivery. */
export async function outcomes(gateway: TestGateway): Promise<AttemptOutcome[]> {
  const [delivery] = await all(gateway);
  return (delivery?.attempts ?? []).map(({ outcome }) => outcome);
}

/** The queues with due deliveries. */
export async function dueQueues(
  { store }: Pick<Gateway, "store">,
  at: DueAt,
): Promise<WantedDeliveries[]> {
  const { deliveries } = store;
  const after = (await deliveries.partnersPending("", 10)).flatMap((partnerCode) =>
    [false, true].map((isRetry) => ({ partnerCode, isRetry, receiver: "" })),
  );
  const queues = await deliveries.queues(at, after, 10);
  return queues.filter(({ due }) => due > 0).map((queue) => ({ ...queue, limit: queue.due }));
}
