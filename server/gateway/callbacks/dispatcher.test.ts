import { describe, expect, test } from "vitest";
import {
  registerCallbackUrl,
  replayDelivery,
  sendCustomEvent,
} from "../domain/outbox/deliveries.ts";
import { enqueueEvent } from "../domain/outbox/outbox.ts";
import { resetPartner } from "../domain/clock-reset.ts";
import type { TestGateway } from "../testing/open-gateway.ts";
import type { DispatcherDeps } from "./dispatcher.ts";
import { all, openDispatch, outcomes, url } from "../testing/dispatch.ts";

test("an unreachable receiver is tried again", async () => {
  const { gateway, dispatch, pay } = await openDispatch(({ id }) => Promise.reject(new Error(id)));
  await pay("o-1");
  await dispatch();
  gateway.advance(5000);
  await dispatch();
  expect(await outcomes(gateway)).toEqual(["unreachable", "unreachable"]);
});

describe("an attempt releases its slot in time if this hangs:", () => {
  const hangs = () => new Promise<never>(() => undefined);
  const open = async () => {
    const { gateway, received, dispatcherAt, pay } = await openDispatch(() => 200);
    await pay("o-1");
    const overdue: number[] = [];
    const dispatchWith = async (further: Partial<DispatcherDeps>) => {
      const onOverdue = (attempts: number) => overdue.push(attempts);
      const limits = { timeoutMs: 50, databaseMs: 1000, onError: () => undefined };
      const dispatcher = dispatcherAt({ now: 1000 }, { ...limits, onOverdue, ...further });
      await dispatcher.dispatch().catch(() => undefined);
      await dispatcher.stop();
    };
    return { gateway, received, dispatchWith, overdue };
  };

  test.each<[string, Partial<DispatcherDeps>]>([
    ["the receiver", { post: hangs }],
    ["the DNS", { rules: { loopback: false, resolve: hangs } }],
  ])("%s", async (_name, further) => {
    const { gateway, dispatchWith, overdue } = await open();
    await dispatchWith(further);
    expect(await outcomes(gateway)).toEqual(["timed-out"]);
    expect(overdue).toEqual([]);
  });

  test.each(["isClosed", "dueLately", "lease"] as const)("the database at %s", async (query) => {
    const { gateway, dispatchWith } = await open();
    const deliveries = { ...gateway.store.deliveries, [query]: hangs };
    await dispatchWith({ gateway: { ...gateway, store: { ...gateway.store, deliveries } } });
    expect(await outcomes(gateway)).toEqual([]);
    await dispatchWith({ machineNow: () => 60_000 });
    expect(await outcomes(gateway)).toEqual(["acknowledged"]);
  });

  test("the attempt counts as overdue until it ends", async () => {
    const { gateway, dispatchWith, overdue, received } = await open();
    const response = Promise.withResolvers<boolean>();
    const deliveries = { ...gateway.store.deliveries, isClosed: () => response.promise };
    await dispatchWith({ gateway: { ...gateway, store: { ...gateway.store, deliveries } } });
    expect(overdue).toEqual([1]);
    response.resolve(false);
    await expect.poll(() => overdue).toEqual([1, 0]);
    expect(received).toEqual([]);
  });
});

describe("a request during an attempt outlives the result of the attempt:", () => {
  const meanwhile = {
    replay: (gateway, id) => replayDelivery(gateway, "P1", id),
    registration: (gateway) => registerCallbackUrl(gateway, "P1", url),
    reset: (gateway) => resetPartner(gateway, "P1"),
  } satisfies Record<string, (gateway: TestGateway, id: string) => Promise<unknown>>;

  test.each([204, 410, 500])("a replay, and then %d", async (status) => {
    const { gateway, received, dispatch, pay } = await openDispatch(async ({ id }) => {
      if (received.length > 1) return 200;
      await meanwhile.replay(gateway, id);
      return status;
    });
    await pay("o-1");
    await dispatch();
    await dispatch();
    expect(received).toHaveLength(2);
    expect((await all(gateway)).map((delivery) => delivery.status)).toEqual(["delivered"]);
    const [delivery] = await all(gateway);
    expect(delivery?.attempts.map((attempt) => attempt.status)).toEqual([status, 200]);
  });

  test.each(Object.entries(meanwhile))("a %s, and then 410", async (_name, ask) => {
    const { gateway, received, dispatch, pay } = await openDispatch(async ({ id }) => {
      if (received.length > 1) return 200;
      await ask(gateway, id);
      return 410;
    });
    await pay("o-1");
    await dispatch();
    await pay("o-2");
    await dispatch();
    const [newest] = await all(gateway);
    expect(newest?.status).toBe("delivered");
  });
});

test("an event outside the merchant contract is refused, and not sent if it is in the outbox", async () => {
  const { gateway, received, dispatch } = await openDispatch(() => 200);
  const content = { nonsense: true };
  const event = {
    partnerCode: "P1",
    kind: "order.payment",
    url: "https://10.0.0.1/",
    content,
  } as const;
  await expect(sendCustomEvent(gateway, event)).rejects.toMatchObject({
    violations: [
      { field: "content.transaction", reason: "is required" },
      { field: "content.partnerReference", reason: "is required" },
    ],
  });
  expect(await outcomes(gateway)).toEqual([]);
  await enqueueEvent(gateway, { ...event, subjectId: "custom" });
  await dispatch();
  expect(await outcomes(gateway)).toEqual(["outside-contract"]);
  expect(received).toEqual([]);
});
