import { CompiledQuery, type Kysely, sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import type { TransactionFilter } from "../../domain/store.ts";
import { onPostgres, testLocation } from "../../testing/open-gateway.ts";
import { openDatabase } from "../dialect.ts";
import { migrate } from "../migrations.ts";
import type { Tables } from "../tables.ts";
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

test.each<[string, Partial<TransactionFilter>]>([
  ["transactions_newest", {}],
  ["transactions_newest_by_status", { status }],
  ["transactions_newest_by_method", { paymentMethod }],
  ["transactions_newest_by_status_and_method", { status, paymentMethod }],
])("a page and its total read only the rows that %s finds", async (index, filter) => {
  const { database } = openDatabase(await testLocation());
  onTestFinished(() => database.destroy());
  await migrate(database);
  await addTransactions(database);
  await database.connection().execute(async (one) => {
    if (onPostgres)
      // PostgreSQL would read the small table of a test completely.
      for (const way of ["seqscan", "bitmapscan", "sort"])
        await sql`SET enable_${sql.raw(way)} = off`.execute(one);
    const execute = vi.spyOn(one.getExecutor(), "executeQuery");
    for (const period of [{}, { createdFrom: 1000, createdTo: 2000 }]) {
      execute.mockClear();
      const wanted = { partnerCode: "P1", limit: 50, page: 1, ...filter, ...period };
      const { transactions, total } = await createTransactionStore(one, onPostgres).list(wanted);
      expect(total).toBeGreaterThanOrEqual(transactions.length);
      const queries = execute.mock.calls.map(([query]) => query);
      expect(queries).toHaveLength(2);
      const plans = [];
      for (const query of queries) plans.push(await planOf(one, query));
      const [page, count] = plans;
      expect(page).toMatch(new RegExp(`INDEX ${index} |using ${index} `));
      expect(count).toMatch(/COVERING INDEX|Index Only Scan/);
      for (const plan of plans)
        expect(plan).not.toMatch(/Seq Scan|Filter|Sort|\bSCAN\b|TEMP B-TREE/);
    }
  });
});

async function planOf(database: Kysely<Tables>, query: CompiledQuery): Promise<string> {
  const explain = onPostgres ? "EXPLAIN" : "EXPLAIN QUERY PLAN";
  const { rows } = await database.executeQuery<object>(
    CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]),
  );
  return JSON.stringify(rows);
}

/** The transactions of two partners. One in twenty matches each filter. */
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
      CASE i % 20 WHEN 0 THEN 'error' ELSE 'success' END, 1000, 0, 'VND', '',
      CASE i % 19 WHEN 0 THEN 'VA' ELSE 'CC' END, 'WEB', 'PAY', i, i, 0, 0
    FROM n
  `.execute(database);
  await sql.raw(onPostgres ? "VACUUM ANALYZE" : "ANALYZE").execute(database);
}
