import { expect, test } from "vitest";
import { all, dueQueues } from "../testing/dispatch.ts";
import { openTestGateway, type TestGateway } from "../testing/open-gateway.ts";
import { goodCard, placeHosted } from "../testing/orders.ts";
import { audit } from "./history/audit.ts";
import { HELD_MS } from "./authorizations/authorization.ts";
import { ASK_AGAIN_MS } from "./bank/questions.ts";
import { payCheckout } from "./payments/checkout.ts";
import { listOwnTransactions } from "./payments/payments.ts";
import { doDueWork } from "./scheduled/due.ts";
import { bringClockBack } from "./clock-reset.ts";
import { HOUR_MS } from "./time.ts";

const WEEKS_AHEAD_MS = 50 * HELD_MS;

const placing = { bankCode: "BANK01" };

function bringBack(gateway: TestGateway, byMs: number, movedAtMs: number) {
  return bringClockBack(gateway, {
    follow: () => Promise.resolve(),
    reset() {
      gateway.advance(-byMs);
      return Promise.resolve({ byMs, movedAtMs });
    },
  });
}

/** A gateway whose clock was moved far ahead. */
async function openAhead() {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const movedAtMs = gateway.clock.now();
  gateway.advance(WEEKS_AHEAD_MS);
  return {
    gateway,
    place: async () => (await placeHosted(gateway, partner, "o-1", placing)).id,
    statusOf: async (id: string) => (await gateway.store.transactions.get(id))?.status,
    bringBack: () => bringBack(gateway, WEEKS_AHEAD_MS, movedAtMs),
  };
}

test("records that are final by the moved clock keep their times, and the audit finds nothing", async () => {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const place = (orderId: string) => placeHosted(gateway, partner, orderId, placing);
  const { id: over, createdAt } = await place("over");
  gateway.advance(WEEKS_AHEAD_MS);
  const paid = await payCheckout(gateway, (await place("paid")).id, goodCard);
  await bringBack(gateway, WEEKS_AHEAD_MS, createdAt + 1);
  const { transactions } = gateway.store;
  expect(await transactions.get(over)).toMatchObject({ failure: "expired", createdAt });
  expect(await transactions.get(paid.id)).toEqual(paid);
  expect((await audit(gateway)).findings).toEqual([]);
});

test("records made before the clock was moved keep their dates, and later ones are not dated before that", async () => {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const place = (orderId: string) => placeHosted(gateway, partner, orderId, placing);
  const before = await place("before");
  gateway.advance(1);
  const movedAtMs = gateway.clock.now();
  gateway.advance(60_000);
  const between = await place("between");
  gateway.advance(60_000);
  const ahead = await place("ahead");
  await bringBack(gateway, 120_000, movedAtMs);
  const dates = async ({ id }: { id: string }) => {
    const found = await gateway.store.transactions.get(id);
    return [found?.createdAt, found?.updatedAt];
  };
  expect(await dates(before)).toEqual([before.createdAt, before.updatedAt]);
  expect(await dates(between)).toEqual([movedAtMs, movedAtMs]);
  expect(await dates(ahead)).toEqual([movedAtMs, movedAtMs]);
  const filter = { partnerCode: "P1", limit: 10, page: 1 };
  const { transactions } = await listOwnTransactions(gateway, filter);
  expect(transactions.map(({ orderId }) => orderId)).toEqual(["ahead", "between", "before"]);
});

test("the bank is asked about a dated-back payment after a minute", async () => {
  const { gateway, place, statusOf, bringBack } = await openAhead();
  const id = await place();
  const unsure = { ...gateway.bank, decide: () => Promise.resolve("pending" as const) };
  await payCheckout({ ...gateway, bank: unsure }, id, goodCard);
  await bringBack();
  expect(await statusOf(id)).toBe("processing");
  gateway.advance(ASK_AGAIN_MS);
  await doDueWork(gateway);
  expect(await statusOf(id)).toBe("success");
});

test("a lease stays valid when the clock goes back", async () => {
  const { gateway, place, bringBack } = await openAhead();
  await payCheckout(gateway, await place(), goodCard);
  const { deliveries } = gateway.store;
  const ahead = { gateway: gateway.clock.now(), machine: 0 };
  const due = await dueQueues(gateway, ahead);
  const id = (await all(gateway))[0]?.id ?? "";
  const lease = { id: "one", until: 20_000 };
  expect(await deliveries.lease(due, ahead, lease)).toHaveLength(1);
  await bringBack();
  const back = { gateway: gateway.clock.now(), machine: 19_999 };
  expect(await deliveries.lease(due, back, { id: "other", until: 40_000 })).toHaveLength(0);
  const next = { status: "pending", dueAt: back.gateway + HOUR_MS, tries: 1 } as const;
  expect(await deliveries.endLease(id, "one", next)).toBe(true);
  expect(await dueQueues(gateway, back)).toHaveLength(0);
  gateway.advance(HOUR_MS);
  const later = { gateway: gateway.clock.now(), machine: 20_000 };
  expect(await dueQueues(gateway, later)).toHaveLength(1);
});
