import { expect, onTestFinished, test } from "vitest";
import type { Gateway } from "../../domain/dependencies.ts";
import { audit } from "../../domain/history/audit.ts";
import { createPartner } from "../../domain/partners/partners.ts";
import { countTransactions } from "../../domain/payments/counting.ts";
import { decideTransaction, listOwnTransactions } from "../../domain/payments/payments.ts";
import { PAYABLE_MS } from "../../domain/payments/transaction.ts";
import { gatewayOn, testLocation } from "../../testing/open-gateway.ts";
import { placeHosted } from "../../testing/orders.ts";
import { openDatabase } from "../dialect.ts";
import { openStorage } from "../open.ts";

const partnerCode = "P1";
const LATE = Number.MAX_SAFE_INTEGER;

test("final transactions are counted up to the first open one, and lists stay the same", async () => {
  const { gateway, database, partner, advance } = await openCounting();
  const place = (orderId: string) => placeHosted(gateway, partner, orderId);
  const decided = async (orderId: string, result: "success" | "error") => {
    advance(1);
    const { id } = await place(orderId);
    await decideTransaction(gateway, { partnerCode }, id, result);
  };
  const counts = () =>
    database
      .selectFrom("transactionCounts")
      .select(["status", "count"])
      .orderBy("until")
      .orderBy("status")
      .execute();
  for (const orderId of ["1", "2", "3"])
    await decided(orderId, orderId === "2" ? "error" : "success");
  await countTransactions(gateway, LATE, { size: 2 });
  expect(await counts()).toEqual([]);

  advance(PAYABLE_MS);
  const open = await place("open");
  await decided("4", "success");
  await countTransactions(gateway, LATE, { size: 2 });
  const first = [
    { status: "error", count: 1 },
    { status: "success", count: 1 },
  ];
  expect(await counts()).toEqual(first);

  advance(PAYABLE_MS);
  await countTransactions(gateway, LATE, { size: 2 });
  expect(await counts()).toEqual(first);
  await decideTransaction(gateway, { partnerCode }, open.id, "success").catch(() => undefined);
  await countTransactions(gateway, LATE, { size: 2 });
  expect(await counts()).toEqual([
    ...first,
    { status: "error", count: 1 },
    { status: "success", count: 1 },
  ]);

  const { total, transactions } = await listOwnTransactions(gateway, {
    partnerCode,
    limit: 2,
    page: 2,
  });
  expect(total).toBe(5);
  expect(transactions.map(({ orderId }) => orderId)).toEqual(["3", "2"]);
  expect(await problemsOf(gateway)).not.toContain(WRONG_COUNT);
  await database.updateTable("transactionCounts").set({ count: 7 }).execute();
  expect(await problemsOf(gateway)).toContain(WRONG_COUNT);
});

test("a transaction that its bank leaves undecided is listed by its state, and later ones are counted", async () => {
  const { gateway, database, partner, advance } = await openCounting();
  const caller = { partnerCode };
  const ids: string[] = [];
  for (let order = 0; order < 50; order += 1) {
    advance(1);
    const { id } = await placeHosted(gateway, partner, String(order));
    ids.push(id);
    if (order !== 7) await decideTransaction(gateway, caller, id, order % 2 ? "error" : "success");
  }
  const undecided = ids[7] ?? "";
  const move = { from: "pending", to: "processing", at: 0 } as const;
  await gateway.store.transactions.move(undecided, move);
  advance(PAYABLE_MS);
  await countTransactions(gateway, LATE, { size: 50 });
  const { until } = await database
    .selectFrom("transactionCounts")
    .select(({ fn }) => fn.max("until").as("until"))
    .executeTakeFirstOrThrow();
  expect(until).toBe((await gateway.store.transactions.get(ids.at(-1) ?? ""))?.createdAt);
  const listed = async (status?: "processing" | "success" | "error", page = 1) => {
    const filter = { partnerCode, limit: 20, page, status };
    const { total, transactions } = await listOwnTransactions(gateway, filter);
    return [total, transactions.at(-1)?.orderId];
  };
  const listedAll = () =>
    Promise.all([
      listed(undefined, 3),
      listed("processing"),
      listed("success", 2),
      listed("error", 2),
    ]);
  expect(await listedAll()).toEqual([
    [50, "0"],
    [1, "7"],
    [25, "0"],
    [24, "1"],
  ]);
  await decideTransaction(gateway, caller, undecided, "error");
  expect(await listedAll()).toEqual([
    [50, "0"],
    [0, undefined],
    [25, "0"],
    [25, "1"],
  ]);
  expect(await problemsOf(gateway)).not.toContain(WRONG_COUNT);
});

test("nothing is counted that is younger than a payment may be, by either clock", async () => {
  const { gateway, database, partner, advance } = await openCounting();
  const { id, createdAt } = await placeHosted(gateway, partner, "1");
  await decideTransaction(gateway, { partnerCode }, id, "success");
  const counted = async () =>
    (await database.selectFrom("transactionCounts").selectAll().execute()).length;
  await countTransactions(gateway, LATE, { size: 1 });
  advance(PAYABLE_MS);
  await countTransactions(gateway, createdAt + PAYABLE_MS - 1, { size: 1 });
  expect(await counted()).toBe(0);
  await countTransactions(gateway, createdAt + PAYABLE_MS, { size: 1 });
  expect(await counted()).toBe(1);
  await gateway.store.atomically((store) => store.removeRecords(partnerCode));
  expect(await counted()).toBe(0);
});

const WRONG_COUNT = "is the last of a count that differs from the number of transactions";

async function problemsOf(gateway: Gateway): Promise<string[]> {
  return (await audit(gateway)).findings.map(({ problem }) => problem);
}

/** A gateway with a partner, and its database. */
async function openCounting() {
  const location = await testLocation();
  const storage = await openStorage(location, { mode: "sandbox" });
  onTestFinished(storage.close);
  const { database } = openDatabase(location);
  onTestFinished(() => database.destroy());
  let now = Date.UTC(2026, 10, 20, 3);
  const gateway = gatewayOn(storage, () => now);
  const { partner } = await createPartner(gateway, partnerCode, { ownerType: false });
  const advance = (byMs: number) => {
    now += byMs;
  };
  return { gateway, database, partner, advance };
}
