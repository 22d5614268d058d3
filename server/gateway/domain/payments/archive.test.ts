import { expect, test } from "vitest";
import type { Gateway } from "../dependencies.ts";
import { requireFound } from "../errors.ts";
import { doDueWork } from "../scheduled/due.ts";
import { decideTransaction, listOwnTransactions } from "./payments.ts";
import { caller, openDispatch } from "../../testing/dispatch.ts";
import { placeDirect, placeHosted } from "../../testing/orders.ts";
import { audit } from "../history/audit.ts";
import { removeEndedDeliveries } from "../outbox/retention.ts";
import type { ArchivedOrder, OrderName } from "../store.ts";
import { ordersToArchive, removeOrders } from "./archive.ts";
import { countTransactions } from "./counting.ts";
import { PAYABLE_MS } from "./transaction.ts";

const DAY_MS = 86_400_000;

test("archived orders are listed until they are removed, and their codes stay refused", async () => {
  const { gateway, partners, order, endAll, listed } = await openOrders();
  for (const orderId of ["1", "2", "3", "4"]) await order(orderId);
  await order("other", "P2");
  const { verification } = await placeDirect(gateway, partners.P3, "direct");
  await endAll();
  const before = gateway.clock.now();
  await order("later");
  const archived = await archive(gateway, before);
  expect(archived.map(({ transaction }) => transaction.orderId)).toEqual([
    "1",
    "2",
    "3",
    "4",
    "other",
    "direct",
  ]);
  expect(archived[0]?.history.map(({ event }) => event)).toEqual(["make", "start", "succeed"]);
  expect(archived.at(-1)).toMatchObject({
    verification: { id: verification.id },
    history: [{ event: "make" }, { event: "expire" }, { event: "make" }, { event: "expire" }],
  });
  expect(await listed()).toEqual([5, "1"]);

  const own = namesOf(archived, "P1");
  expect(await removeOrders(gateway, own)).toBe(0);
  await gateway.store.archive.keepCodes(own);
  await expect(order("1")).rejects.toThrow("This order code has been used before");
  // A batch that an interrupted run has removed in part.
  expect(await removeOrders(gateway, own.slice(0, 1))).toBe(1);
  expect(await listed()).toEqual([4, "2"]);
  expect(await removeOrders(gateway, own)).toBe(3);
  expect(await removeOrders(gateway, own)).toBe(0);
  expect(await listed()).toEqual([1, "later"]);
  await gateway.store.archive.keepCodes(own);
  for (const orderId of ["1", "4"])
    await expect(order(orderId)).rejects.toThrow("This order code has been used before");
  // Only for its partner.
  await order("1", "P2");
  const direct = namesOf(archived, "P3");
  await gateway.store.archive.keepCodes(direct);
  expect(await removeOrders(gateway, direct)).toBe(1);
  expect(await gateway.store.verifications.get(verification.id)).toBeUndefined();
  expect((await audit(gateway)).findings).toEqual([]);
});

test("orders that are open or whose callbacks are kept are neither archived nor removed", async () => {
  const { gateway, partners, order, dispatch } = await openOrders();
  await order("1");
  await dispatch();
  await placeHosted(gateway, partners.P1, "open");
  gateway.advance(1);
  expect(await archive(gateway, gateway.clock.now())).toEqual([]);
  const { transactions } = await listOwnTransactions(gateway, { ...caller, limit: 2, page: 1 });
  expect(transactions).toHaveLength(2);
  await gateway.store.archive.keepCodes(transactions);
  expect(await removeOrders(gateway, transactions)).toBe(0);
});

test("the counts of lists follow the removal, also in part of a period", async () => {
  const { gateway, order, endAll, listed } = await openOrders();
  for (let at = 0; at < 10; at += 1) await order(String(at));
  gateway.advance(PAYABLE_MS);
  await countTransactions(gateway, Number.MAX_SAFE_INTEGER, { size: 4 });
  await endAll();
  const names = namesOf(await archive(gateway, gateway.clock.now()), "P1");
  await gateway.store.archive.keepCodes(names);
  for (const [from, to, left] of [
    [0, 3, [7, "3"]],
    [3, 6, [4, "6"]],
    [6, 9, [1, "9"]],
    [9, 10, [0, undefined]],
  ] as const) {
    expect(await removeOrders(gateway, names.slice(from, to))).toBe(to - from);
    expect(await listed()).toEqual(left);
    expect((await audit(gateway)).findings).toEqual([]);
  }
  for (let at = 10; at < 15; at += 1) await order(String(at));
  gateway.advance(PAYABLE_MS);
  await countTransactions(gateway, Number.MAX_SAFE_INTEGER, { size: 4 });
  expect(await listed()).toEqual([5, "10"]);
  expect((await audit(gateway)).findings).toEqual([]);
});

/** A gateway in which orders are paid at once. */
async function openOrders() {
  const { gateway, dispatch } = await openDispatch(() => 200);
  const P1 = requireFound(await gateway.store.partners.find("P1"), "partner").partner;
  const partners = { P1, P2: await gateway.addPartner("P2"), P3: await gateway.addPartner("P3") };
  const order = async (orderId: string, code: keyof typeof partners = "P1") => {
    gateway.advance(1);
    const { id } = await placeHosted(gateway, partners[code], orderId);
    await decideTransaction(gateway, { partnerCode: code }, id, "success");
  };
  /** Ends all orders, and removes their callbacks. */
  const endAll = async () => {
    gateway.advance(DAY_MS);
    await doDueWork(gateway);
    await dispatch();
    gateway.advance(DAY_MS);
    await removeEndedDeliveries(gateway, DAY_MS);
  };
  /** The total, and the order code of the oldest order of P1. */
  const listed = async () => {
    const { total } = await listOwnTransactions(gateway, { ...caller, limit: 1, page: 1 });
    const last = { ...caller, limit: 1, page: Math.max(total, 1) };
    return [total, (await listOwnTransactions(gateway, last)).transactions[0]?.orderId];
  };
  return { gateway, partners, dispatch, order, endAll, listed };
}

async function archive(gateway: Gateway, before: number): Promise<readonly ArchivedOrder[]> {
  const archived: ArchivedOrder[] = [];
  for await (const orders of ordersToArchive(gateway, before)) archived.push(...orders);
  return archived;
}

function namesOf(archived: readonly ArchivedOrder[], code: string): readonly OrderName[] {
  return archived.flatMap(({ transaction }) =>
    transaction.partnerCode === code ? transaction : [],
  );
}
