import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import type { WaitingDeliveries } from "../../domain/outbox/delivery.ts";
import { createCipher } from "../../platform/security/cipher.ts";
import { full } from "../../testing/long-test.ts";
import { onPostgres, testLocation } from "../../testing/open-gateway.ts";
import { openDatabase } from "../dialect.ts";
import { openStorage } from "../open.ts";

const at = { gateway: 10, machine: 10 };

/** A store whose outbox `add` fills with deliveries of a partner. */
async function openOutbox() {
  const location = await testLocation();
  const { storeOf, close } = await openStorage(location, { mode: "sandbox" });
  onTestFinished(close);
  const store = storeOf({ ...createCipher(new Uint8Array(32)), decrypt: () => "{}" });
  const { database } = openDatabase(location);
  onTestFinished(() => database.destroy());
  // Without statistics, as after a burst.
  if (onPostgres)
    await sql`ALTER TABLE deliveries SET (autovacuum_enabled = false)`.execute(database);
  const numbers = (count: number) =>
    onPostgres
      ? sql`SELECT g AS i FROM generate_series(0, ${count - 1}::integer) AS g`
      : sql`WITH RECURSIVE g (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM g WHERE i < ${count - 1}) SELECT i FROM g`;
  const add = async (code: string, count: number, receivers: number, tries = 0) => {
    await sql`
      INSERT INTO partners (code, owner_type, payment_methods, bank_codes, customer_fees, secret_sealed)
      VALUES (${code}, 0, '[]', '[]', '{}', '')
    `.execute(database);
    await sql`
      INSERT INTO deliveries (id, partner_code, kind, url, subject_id, content_sealed, status, tries, held_back, created_at, due_at, leased_until, receiver)
      SELECT ${code} || i, ${code}, 'order.payment', '', '', '', 'pending', ${sql.lit(tries)}, 0, 1, i % 20, 0, ${code} || ' ' || (i % ${sql.lit(receivers)})
      FROM (${numbers(count)}) AS n
    `.execute(database);
  };
  return { deliveries: store.deliveries, add, location };
}

const start = (partnerCode: string, isRetry = false) => ({ partnerCode, isRetry, receiver: "" });
const short = (queues: readonly WaitingDeliveries[]) =>
  queues.map(({ receiver, isRetry, due }) => [receiver, isRetry, due]);

test("queues are listed with first attempts first, and one of each partner before its second", async () => {
  const { deliveries, add } = await openOutbox();
  await add("P1", 40, 4);
  await add("P2", 20, 1);
  await add("P3", 60, 3, 2);
  expect(await deliveries.partnersPending("", 9)).toEqual(["P1", "P2", "P3"]);
  expect(await deliveries.partnersPending("P1", 1)).toEqual(["P2"]);
  expect(short(await deliveries.dueLately(at, 8))).toEqual([
    ["P1 1", false, 2],
    ["P2 0", false, 2],
    ["P1 2", false, 2],
    ["P3 0", true, 2],
    ["P3 1", true, 2],
    ["P3 2", true, 2],
  ]);
  const after = ["P3", "P2", "P1"].flatMap((code) => [start(code, true), start(code)]);
  expect(short(await deliveries.queues(at, after, 2))).toEqual([
    ["P1 0", false, 6],
    ["P2 0", false, 11],
    ["P1 1", false, 6],
    ["P3 0", true, 11],
    ["P3 1", true, 11],
  ]);
  const next = { ...start("P1"), receiver: "P1 1" };
  expect(short(await deliveries.queues(at, [next], 9))).toEqual([
    ["P1 2", false, 6],
    ["P1 3", false, 4],
  ]);
  const wanted = [
    { ...next, limit: 2 },
    { ...start("P3", true), receiver: "P3 0", limit: 3 },
  ];
  const lease = (id: string) => deliveries.lease(wanted, at, { id, until: 20 });
  const ids = (await lease("one")).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(["P11", "P121", "P30", "P321", "P342"]);
  expect((await lease("other")).some(({ id }) => ids.includes(id))).toBe(false);
});

/** The shortest of three times, in milliseconds. */
async function timeOf(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (const round of [0, 1, 2]) {
    const from = performance.now();
    await work(round);
    times.push(performance.now() - from);
  }
  return Math.min(...times);
}

// The full run compares times: ten times as many deliveries take about as long, and without an index ten times as long.
test.runIf(full)(
  "a backlog of 100,000 deliveries to 100,000 receivers is not read completely",
  async () => {
    const read = async (count: number) => {
      const { deliveries, add } = await openOutbox();
      await add("many", count, count);
      await add("one", count, 1);
      await add("waiting", count / 10, count / 10, 1);
      return timeOf(async () => {
        const partners = await deliveries.partnersPending("", 50);
        const lately = await deliveries.dueLately(at, 9);
        const starts = partners.flatMap((code) => [start(code), start(code, true)]);
        expect(await deliveries.queues(at, starts, 100)).toHaveLength(201);
        expect(lately.reduce((sum, { due }) => sum + due, 0)).toBe(1000);
      });
    };
    const few = await read(10_000);
    expect(await read(100_000)).toBeLessThan(6 * few);
  },
);

test.runIf(full)(
  "leasing from a burst of 5,000 deliveries does not search once per delivery",
  async () => {
    const lease = async (count: number) => {
      const { deliveries, add } = await openOutbox();
      await add("burst", count, count);
      return timeOf(async (round) => {
        const wanted = Array.from({ length: 100 }, (_, number) => ({
          ...start("burst"),
          receiver: `burst ${round * 100 + number}`,
          limit: 1,
        }));
        const by = { id: `lease ${round}`, until: 20 };
        expect(await deliveries.lease(wanted, { ...at, gateway: 50 }, by)).toHaveLength(100);
      });
    };
    const few = await lease(300);
    // A bad plan without statistics takes PostgreSQL more than a hundred times as long.
    expect(await lease(5000)).toBeLessThan(20 * few);
  },
);

test.skipIf(onPostgres)("held-back deliveries are found by their index", async () => {
  const { deliveries, add, location } = await openOutbox();
  await add("P1", 1, 1);
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  onTestFinished(() => {
    prepare.mockRestore();
  });
  await deliveries.releaseHeldBack("P1", 1);
  await deliveries.releaseHeldBack("P2", 1);
  // The statement is prepared only once.
  expect(prepare.mock.calls).toHaveLength(1);
  const database = new DatabaseSync(location);
  onTestFinished(() => {
    database.close();
  });
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${prepare.mock.calls[0]?.[0] ?? ""}`);
  expect(plan.all(0, 0, "P1")).toEqual([
    expect.objectContaining({
      detail: expect.stringContaining("INDEX deliveries_held_back") as string,
    }),
  ]);
});
