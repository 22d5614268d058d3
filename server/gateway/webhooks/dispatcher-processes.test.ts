import { describe, expect, test } from "vitest";
import { all, openDispatch } from "./testing.ts";

describe("several processes", () => {
  test("deliver each event once between them", async () => {
    const { received, dispatcherAt, pay } = await openDispatch(
      () => new Promise((resolve) => setTimeout(resolve, 5, 200)),
    );
    for (let at = 0; at < 20; at += 1) await pay(`o-${String(at)}`);
    const machine = { now: 1000 };
    const both = [dispatcherAt(machine), dispatcherAt(machine)];
    for (let round = 0; round < 5; round += 1)
      await Promise.all(both.map((one) => one.dispatch()));
    await Promise.all(both.map((one) => one.idle()));
    expect(received).toHaveLength(20);
    expect(new Set(received.map(({ id }) => id)).size).toBe(20);
  });

  test("take over what one of them left behind when its lease has ended", async () => {
    const { gateway, received, dispatcherAt, pay } = await openDispatch(
      () => 200,
    );
    await pay("o-1");
    const machine = { now: 1000 };
    const lease = { id: "killed", now: machine.now, until: 21_000 };
    await gateway.store.deliveries.lease(gateway.clock.now(), lease, 10);
    const other = dispatcherAt(machine);
    machine.now = 20_999;
    await other.dispatch();
    await other.idle();
    expect(received).toHaveLength(0);
    machine.now = 21_000;
    await other.dispatch();
    await other.idle();
    expect(received).toHaveLength(1);
  });
});

test("a process that has lost its lease changes nothing any more", async () => {
  const { gateway, pay } = await openDispatch(() => 200);
  await pay("o-1");
  const { deliveries } = gateway.store;
  const at = gateway.clock.now();
  const [leased] = await deliveries.lease(
    at,
    { id: "first", now: 0, until: 10 },
    1,
  );
  await deliveries.lease(at, { id: "second", now: 10, until: 20 }, 1);
  const settlement = {
    status: "delivered",
    tries: 1,
    dueAt: at,
    attempt: { at, outcome: "acknowledged" },
  } as const;
  const id = leased?.id ?? "";
  expect(await deliveries.settle(id, "first", settlement)).toBe(false);
  expect(await all(gateway)).toMatchObject([
    { status: "pending", attempts: [] },
  ]);
  expect(await deliveries.settle(id, "second", settlement)).toBe(true);
});
