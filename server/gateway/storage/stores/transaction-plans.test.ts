import { CompiledQuery, Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { TransactionFilter } from "../../domain/store.ts";
import { onPostgres, testLocation } from "../../testing/open-gateway.ts";
import { openDialect } from "../dialect.ts";
import { migrate } from "../migrations.ts";
import { RowsPlugin } from "../rows-plugin.ts";
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
])("a page and its total read nothing but what %s finds", async (index, filter) => {
  const queries: CompiledQuery[] = [];
  const database = new Kysely<Tables>({
    dialect: openDialect(await testLocation()).dialect,
    plugins: [new RowsPlugin()],
    log: ({ query }) => void queries.push(query),
  });
  onTestFinished(() => database.destroy());
  await migrate(database);
  await addTransactions(database);
  await database.connection().execute(async (one) => {
    if (onPostgres)
      // A table as small as that of a test is faster to read as a whole.
      for (const way of ["seqscan", "bitmapscan", "sort"])
        await sql`SET enable_${sql.raw(way)} = off`.execute(one);
    for (const period of [{}, { createdFrom: 1000, createdTo: 2000 }]) {
      queries.length = 0;
      const wanted = { partnerCode: "P1", limit: 50, page: 1, ...filter, ...period };
      const { transactions, total } = await createTransactionStore(one, onPostgres).list(wanted);
      expect(total).toBeGreaterThanOrEqual(transactions.length);
      expect(queries).toHaveLength(2);
      const plans = [];
      for (const query of queries.slice()) plans.push(await planOf(one, query));
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

/** Two partners' transactions, of which one in twenty is what is looked for. */
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
