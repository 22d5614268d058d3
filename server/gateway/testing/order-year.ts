import { type Kysely, sql } from "kysely";
import { isPostgres, openDatabase } from "../storage/dialect.ts";
import type { Tables } from "../storage/tables.ts";

/** Final orders of a year, spread evenly over time, of partners of which the first has a quarter. Times are milliseconds since 1970. */
export interface OrderYear {
  readonly rows: number;
  readonly start: number;
  readonly end: number;
}

/** The codes begin with P1000. */
const PARTNERS = 200;

/** The year that ended an hour ago. */
export function yearOf(rows: number): OrderYear {
  const end = Date.now() - 3_600_000;
  return { rows, start: end - 365 * 86_400_000, end };
}

/** Adds orders with their history to a database that has the gateway's tables, with statements that both kinds of databases run. */
export async function addOrderYear(location: string, year: OrderYear): Promise<void> {
  const { database } = openDatabase(location, { silenceMs: 0, mode: "sandbox" });
  const BATCH = 100_000;
  try {
    for (let code = 1000; code < 1000 + PARTNERS; code += 1)
      await sql`
        INSERT INTO partners (code, owner_type, payment_methods, bank_codes, customer_fees, secret_sealed)
        VALUES (${`P${code}`}, 0, '[]', '[]', '{}', '')
      `.execute(database);
    // For all rows at once, they take a fraction of the time.
    const dropped = isPostgres(location) ? await dropIndexes(database) : [];
    for (let from = 0; from < year.rows; from += BATCH)
      await addBatch(database, year, from, Math.min(from + BATCH, year.rows));
    for (const statement of dropped) await sql.raw(statement).execute(database);
    await sql.raw(isPostgres(location) ? "VACUUM ANALYZE" : "ANALYZE").execute(database);
  } finally {
    await database.destroy();
  }
}

/** Drops the indexes, keys and references of the tables. Returns the statements that make them again. */
async function dropIndexes(database: Kysely<Tables>): Promise<readonly string[]> {
  const filled = sql`('transactions'::regclass, 'history'::regclass)`;
  const { rows } = await sql<{ drops: string; makes: string }>`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drops,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS makes,
      contype = 'p' AS is_key
    FROM pg_constraint WHERE contype IN ('f', 'p') AND (conrelid IN ${filled} OR confrelid IN ${filled})
    UNION ALL
    SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid), TRUE
    FROM pg_index WHERE indrelid IN ${filled} AND NOT indisprimary
    ORDER BY is_key
  `.execute(database);
  for (const { drops } of rows) await sql.raw(drops).execute(database);
  return rows.map(({ makes }) => makes).reverse();
}

async function addBatch(
  database: Kysely<Tables>,
  { rows, start, end }: OrderYear,
  from: number,
  to: number,
): Promise<void> {
  const numbers = sql`
    WITH RECURSIVE n (i) AS (
      SELECT CAST(${sql.lit(from)} AS bigint) UNION ALL SELECT i + 1 FROM n WHERE i < ${sql.lit(to - 1)}
    )`;
  const at = sql`${sql.lit(start)} + i * ${sql.lit(end - start)} / ${sql.lit(rows)}`;
  const id = sql`CAST(100000000000 + i AS text)`;
  const result = sql`CASE i % 7 WHEN 0 THEN 'error' ELSE 'success' END`;
  await sql`
    INSERT INTO transactions (id, partner_code, order_id, order_info, notify_url, redirect_url, status, failure,
      order_amount, customer_fee, currency, bank_code, payment_method, payment_type, action, created_at, updated_at,
      asked_at, cards_tried)
    ${numbers}
    SELECT ${id},
      'P' || CAST(CASE WHEN i % 4 = 0 THEN 1000 ELSE 1001 + (i * 7919) % ${sql.lit(PARTNERS - 1)} END AS text),
      'order ' || CAST(i AS text), 'An order of the shop', 'https://shop.example/notify', 'https://shop.example/back',
      ${result}, CASE i % 7 WHEN 0 THEN 'declined' END,
      150000, 0, 'VND', 'BANK01', CASE i % 3 WHEN 0 THEN 'CC' WHEN 1 THEN 'ATM' ELSE 'VA' END, 'WEB', 'PAY',
      ${at}, ${at}, 0, 1
    FROM n
  `.execute(database);
  await sql`
    INSERT INTO history (id, entity, record_id, from_state, event, to_state, at, who, why)
    ${numbers}
    SELECT ${id} || step, 'transaction', ${id}, from_state, event, coalesce(to_state, ${result}), ${at}, who, why
    FROM n CROSS JOIN (
      SELECT 'a' AS step, NULL AS from_state, 'make' AS event, 'pending' AS to_state, 'partner:P1000' AS who, 'ordered' AS why
      UNION ALL SELECT 'b', 'pending', 'start', 'processing', 'customer', 'paid'
      UNION ALL SELECT 'c', 'processing', 'decide', NULL, 'bank', 'paid'
    ) AS steps
  `.execute(database);
}
