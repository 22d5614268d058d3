import { CompiledQuery, type Kysely, sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import type { TransactionFilter } from "../../domain/store.ts";
import { onPostgres, testLocation } from "../../testing/open-gateway.ts";
import { openDatabase } from "../dialect.ts";
import { migrate } from "../migrations.ts";
import type { Tables } from "../tables.ts";
import { PAYABLE_MS } from "../../domain/payments/transaction.ts";
import { createTransactionStore } from "./transactions.ts";

const nobody = {
  ownerType: 0,
  paymentMethods: "[]",
  bankCodes: "[]",
  customerFees: "{}",
  secretSealed: "",
};
const status = "error" as const;
const paymentMethod = "VA";

// PostgreSQL counts all transactions of a partner with the index of order codes, which is as long.
test.each<[RegExp, Partial<TransactionFilter>]>([
  [/_(newest|order)$/, {}],
  [/_(newest_by_status(_and_method)?|expiring)$/, { status }],
  [/_(newest_by_status|expiring)$/, { status: "pending" }],
  [/_newest_by_method$/, { paymentMethod }],
  [/_(newest_by_status_and_method|expiring)$/, { status, paymentMethod }],
])(
  "a page and its total read only the rows that the indexes %s find: %j",
  async (indexes, filter) => {
    const open = await openWithTransactions();
    const execute = vi.spyOn(open.getExecutor(), "executeQuery");
    for (const period of [{}, { createdFrom: 1500, createdTo: 2500 }]) {
      execute.mockClear();
      const wanted = { partnerCode: "P1", limit: 50, page: 1, ...filter, ...period };
      const store = createTransactionStore(open);
      const { transactions, total } = await store.list(wanted, NOW);
      expect(total).toBeGreaterThan(0);
      expect(transactions).toHaveLength(Math.min(total, 50));
      const queries = execute.mock.calls.map(([query]) => query);
      expect(queries).toHaveLength(1);
      for (const plan of await Promise.all(queries.map((query) => planOf(open, query)))) {
        const used = plan.match(/(?<=INDEX |using )transactions_\w+/g) ?? [];
        expect(used.length).toBeGreaterThan(1);
        for (const text of used.filter((name) => name !== "transactions_key"))
          expect(text).toMatch(indexes);
        expect(plan).not.toMatch(/Seq Scan|SCAN transactions/);
        // The rows of the page, which the join returns, and the few that are overdue. SQLite also merges the candidates of a page.
        const sorts = plan.match(/Sort Key:|(?<!SCAN candidates[^A-Z]*USE )TEMP B-TREE/g) ?? [];
        expect(sorts.length).toBeLessThanOrEqual(filter.status === "error" ? 2 : 1);
      }
    }
  },
);

test("overdue transactions are found by partner and deadline", async () => {
  const open = await openWithTransactions();
  const execute = vi.spyOn(open.getExecutor(), "executeQuery");
  const ids = await createTransactionStore(open).overdue(NOW, 100);
  expect(ids).toHaveLength(100);
  expect(ids.slice(50).map(Number)).toEqual(Array.from({ length: 50 }, (_, at) => at * 20 + 3));
  for (const [query] of [...execute.mock.calls]) {
    const plan = await planOf(open, query);
    expect(plan).toContain("transactions_expiring");
    expect(plan).not.toMatch(/Seq Scan|SCAN transactions|Sort|TEMP B-TREE/);
  }
});

/** The instant at which the pending transactions below 2000 are overdue. */
const NOW = PAYABLE_MS + 1999;

/** A connection to a database with the transactions of two partners. */
async function openWithTransactions(): Promise<Kysely<Tables>> {
  const { database } = openDatabase(await testLocation());
  onTestFinished(() => database.destroy());
  await migrate(database);
  await addTransactions(database);
  const held = Promise.withResolvers<Kysely<Tables>>();
  const finished = Promise.withResolvers<undefined>();
  const holding = database.connection().execute(async (kysely) => {
    if (onPostgres)
      // PostgreSQL would read the small table of a test completely.
      for (const way of ["seqscan", "bitmapscan", "sort"])
        await sql`SET enable_${sql.raw(way)} = off`.execute(kysely);
    held.resolve(kysely);
    await finished.promise;
  });
  onTestFinished(async () => {
    finished.resolve(undefined);
    await holding;
  });
  return held.promise;
}

async function planOf(database: Kysely<Tables>, query: CompiledQuery): Promise<string> {
  const explain = onPostgres ? "EXPLAIN" : "EXPLAIN QUERY PLAN";
  const { rows } = await database.executeQuery<object>(
    CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]),
  );
  return JSON.stringify(rows);
}

/** The transactions of two partners. One in twenty matches each filter by one status. */
async function addTransactions(database: Kysely<Tables>): Promise<void> {
  await database
    .insertInto("partners")
    .values(["P1", "P2"].map((code) => ({ ...nobody, code })))
    .execute();
  await sql`
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3999)
    INSERT INTO transactions (id, partner_code, order_id, order_info, notify_url, redirect_url, status, order_amount,
      customer_fee, currency, bank_code, payment_method, payment_type, action, created_at, updated_at, asked_at, cards_tried)
    SELECT CAST(i AS text), CASE i % 2 WHEN 0 THEN 'P1' ELSE 'P2' END, CAST(i AS text), '', '', '',
      CASE i % 20 WHEN 0 THEN 'error' WHEN 1 THEN 'error' WHEN 2 THEN 'pending' WHEN 3 THEN 'pending' ELSE 'success' END, 1000, 0, 'VND', '',
      CASE i % 19 WHEN 0 THEN 'VA' ELSE 'CC' END, 'WEB', 'PAY', i, i, 0, 0
    FROM n
  `.execute(database);
  await sql.raw(onPostgres ? "VACUUM ANALYZE" : "ANALYZE").execute(database);
}
