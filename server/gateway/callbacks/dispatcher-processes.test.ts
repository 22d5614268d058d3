import { expect, test } from "vitest";
import { resetPartner } from "../domain/clock-reset.ts";
import { all, dueQueues, openDispatch } from "../testing/dispatch.ts";

test("another process takes over a delivery after its lease has ended", async () => {
  const { gateway, received, dispatcherAt, pay } = await openDispatch(() => 200);
  await pay("o-1");
  const machine = { now: 1000 };
  const { deliveries } = gateway.store;
  const at = { gateway: gateway.clock.now(), machine: machine.now };
  await deliveries.lease(await dueQueues(gateway, at), at, { id: "killed", until: 21_000 });
  const otherDispatcher = dispatcherAt(machine);
  machine.now = 20_999;
  await otherDispatcher.dispatch();
  await otherDispatcher.idle();
  expect(received).toHaveLength(0);
  machine.now = 21_000;
  await otherDispatcher.dispatch();
  await otherDispatcher.idle();
  expect(received).toHaveLength(1);
});

test("a process that has lost its lease only adds its attempt", async () => {
  const { gateway, pay } = await openDispatch(() => 200);
  await pay("o-1");
  const { deliveries } = gateway.store;
  const at = gateway.clock.now();
  const due = await dueQueues(gateway, { gateway: at, machine: 0 });
  const id = (await all(gateway))[0]?.id ?? "";
  const leaseAt = (machine: number, leaseId: string) =>
    deliveries.lease(due, { gateway: at, machine }, { id: leaseId, until: machine + 10 });
  expect(await leaseAt(0, "first")).toHaveLength(1);
  expect(await leaseAt(9, "too-early")).toEqual([]);
  expect(await leaseAt(10, "second")).toHaveLength(1);
  const result = {
    status: "delivered",
    tries: 1,
    dueAt: at,
    attempt: { at, outcome: "acknowledged" },
  } as const;
  expect(await deliveries.endLease(id, "first", result)).toBe(false);
  expect(await all(gateway)).toMatchObject([{ status: "pending", attempts: [{ number: 1 }] }]);
  expect(await deliveries.endLease(id, "second", result)).toBe(true);
  expect(await all(gateway)).toMatchObject([{ attempts: [{ number: 1 }, { number: 2 }] }]);
  await resetPartner(gateway, "P1");
  expect(await deliveries.endLease(id, "second", result)).toBe(false);
});
