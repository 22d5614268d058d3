import { describe, expect, test } from "vitest";
import { openDispatch, url } from "../testing/dispatch.ts";
import { full } from "../testing/long-test.ts";
import { MOST_AT_ONCE } from "./concurrency-limits.ts";

/** More deliveries than there are slots. */
const HOSTILE = full ? 5000 : 500;

describe(`${HOSTILE} hanging deliveries of one partner do not delay another partner:`, () => {
  test.each([
    ["to many receivers", (at: number) => `https://hangs-${at}.example/`],
    ["to one receiver", () => "https://hangs.example/"],
  ])("%s", async (_name, hostile) => {
    const hangs = Promise.withResolvers<number>();
    const opened = await openDispatch(({ url: to }) => (to === url ? 200 : hangs.promise));
    const { gateway, received, dispatcherAt, enqueueMany } = opened;
    await gateway.addPartner("hostile");
    await enqueueMany(HOSTILE, hostile, "hostile");
    gateway.advance(1);
    const machine = { now: 1000 };
    const processes = [dispatcherAt(machine), dispatcherAt(machine)];
    for (const process of processes) await process.dispatch();
    await expect.poll(() => received.length).toBeGreaterThan(0);
    await enqueueMany(40);
    await enqueueMany(1, "https://other.example/");
    // No attempt of the hostile partner has ended by then.
    await processes[0]?.dispatch();
    const others = () => received.filter((received) => !received.url.includes("hangs"));
    await expect.poll(others).toHaveLength(41);
    expect(received.length).toBeLessThanOrEqual(41 + MOST_AT_ONCE);
    expect(new Set(received.map(({ id }) => id)).size).toBe(received.length);
    const stopped = Promise.all(processes.map((process) => process.stop()));
    hangs.resolve(200);
    await stopped;
  });
});

test("hanging deliveries of hundreds of partners do not delay another partner", async () => {
  const hangs = Promise.withResolvers<number>();
  const opened = await openDispatch(({ url: to }) => (to === url ? 200 : hangs.promise));
  const { gateway, received, dispatcherAt, enqueueMany } = opened;
  // More partners than slots, and than one statement leases for.
  for (let at = 0; at < 300; at += 1) await gateway.addPartner(`A${at}`);
  await enqueueMany(300, "https://hangs.example/", (at) => `A${at}`);
  const dispatcher = dispatcherAt({ now: 1000 });
  await enqueueMany(40);
  await dispatcher.dispatch();
  await expect.poll(() => received.length).toBe(340);
  hangs.resolve(200);
  await dispatcher.stop();
});

test("a dispatch looks at fifty partners with pending deliveries, and at all new deliveries", async () => {
  const opened = await openDispatch((message) => (message.url === url ? 200 : 500));
  const { gateway, received, dispatcherAt, enqueueMany } = opened;
  const codes = Array.from({ length: 120 }, (_, at) => `A${at}`);
  for (const code of codes) await gateway.addPartner(code);
  await enqueueMany(120, "https://fails.example/", (at) => codes[at] ?? "");
  const { deliveries } = gateway.store;
  let looked: string[] = [];
  const queues: typeof deliveries.queues = (at, after, longest) => {
    looked.push(...after.map(({ partnerCode }) => partnerCode));
    return deliveries.queues(at, after, longest);
  };
  const store = { ...gateway.store, deliveries: { ...deliveries, queues } };
  const dispatcher = dispatcherAt({ now: 1000 }, { gateway: { ...gateway, store } });
  const dispatch = async () => {
    looked = [];
    await dispatcher.dispatch();
    await dispatcher.idle();
    return new Set(looked.filter((code) => code.startsWith("A")));
  };
  await dispatch();
  received.length = 0;
  const turns = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await enqueueMany(1);
    turns.push(await dispatch());
  }
  expect(turns.map(({ size }) => size)).toEqual([50, 20, 50, 50]);
  expect(new Set(turns.flatMap((turn) => [...turn])).size).toBe(120);
  expect(received.map((received) => received.url)).toEqual([url, url, url, url]);
});

test("at most five attempts query the database at once", async () => {
  const { gateway, received, dispatcherAt, enqueueMany } = await openDispatch(() => 200);
  let atOnce = 0;
  let most = 0;
  const { deliveries } = gateway.store;
  const isClosed: typeof deliveries.isClosed = async (...given) => {
    most = Math.max(most, (atOnce += 1));
    return deliveries.isClosed(...given).finally(() => (atOnce -= 1));
  };
  const store = { ...gateway.store, deliveries: { ...deliveries, isClosed } };
  const dispatcher = dispatcherAt({ now: 1000 }, { gateway: { ...gateway, store } });
  await enqueueMany(60, (at) => `https://shop-${at}.example/`);
  await dispatcher.dispatch();
  await dispatcher.idle();
  expect([received.length, most]).toEqual([60, 5]);
});

test("a receiver that responds at once is not treated as slow if the storage is slow", async () => {
  const { gateway, received, dispatcherAt, enqueueMany } = await openDispatch(() => 200);
  const machine = { now: 1000 };
  const { deliveries } = gateway.store;
  const isClosed: typeof deliveries.isClosed = (...given) => {
    machine.now += 2000;
    return deliveries.isClosed(...given);
  };
  const store = { ...gateway.store, deliveries: { ...deliveries, isClosed } };
  const dispatcher = dispatcherAt(machine, { gateway: { ...gateway, store } });
  await enqueueMany(20);
  await dispatcher.dispatch();
  await dispatcher.idle();
  expect(received).toHaveLength(20);
});
