import { describe, expect, test } from "vitest";
import { setDeliveryFault } from "../domain/callbacks/deliveries.ts";
import type { AttemptOutcome, FaultKind } from "../domain/callbacks/delivery.ts";
import type { TestGateway } from "../testing/open-gateway.ts";
import { all, openDispatch, outcomes } from "../testing/dispatch.ts";

describe("faults that a sandbox was asked for", () => {
  const set = (gateway: TestGateway, kind: FaultKind, delayMs?: number) =>
    setDeliveryFault(gateway, "P1", { kind, times: 1, delayMs });

  test.each<[FaultKind, number, AttemptOutcome, boolean]>([
    ["duplicate", 2, "acknowledged", true],
    ["lost-acknowledgement", 1, "acknowledgement-lost", true],
    ["damaged-signature", 1, "acknowledged", false],
    ["drop", 0, "dropped", true],
  ])("%s: sent %d times, %s", async (kind, times, outcome, isGenuine) => {
    const { gateway, received, dispatch, pay } = await openDispatch(() => 200);
    await set(gateway, kind);
    await pay("o-1");
    await dispatch();
    expect(received.map(({ genuine }) => genuine)).toEqual(
      Array.from({ length: times }, () => isGenuine),
    );
    expect(await outcomes(gateway)).toEqual([outcome]);
    await pay("o-2");
    await dispatch();
    expect(received.at(-1)?.genuine).toBe(true);
    expect(received).toHaveLength(times + 1);
  });

  test("delay", async () => {
    const { gateway, received, dispatch, pay } = await openDispatch(() => 200);
    await set(gateway, "delay", 7000);
    await pay("o-1");
    await dispatch();
    gateway.advance(6999);
    await dispatch();
    expect(received).toHaveLength(0);
    gateway.advance(1);
    await dispatch();
    expect(received).toHaveLength(1);
    expect(await outcomes(gateway)).toEqual(["acknowledged"]);
  });

  test("reorder: the next one overtakes, and then it goes", async () => {
    const { gateway, received, dispatch, pay } = await openDispatch(() => 200);
    await set(gateway, "reorder");
    await pay("o-1");
    await dispatch();
    expect(received).toHaveLength(0);
    await pay("o-2");
    await dispatch();
    await dispatch();
    const [second, first] = await all(gateway);
    expect(received.map(({ id }) => id)).toEqual([second?.id, first?.id]);
  });
});
