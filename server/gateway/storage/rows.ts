import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Move } from "../domain/states/transitions.ts";
import { compiledOnce } from "./statement.ts";
import { type NewRow, type Row, type Tables, tables } from "./tables.ts";

/** Tables of records that have a state. */
export type RecordTable =
  | "transactions"
  | "verifications"
  | "authentications"
  | "authorizations"
  | "reversals"
  | "savedCards";

/** The values that columns of the wanted rows have; null matches NULL. */
type Match<Table extends keyof Tables> = {
  readonly [Name in keyof Row<Table>]?: NonNullable<Row<Table>[Name]> | null;
};

/** The new values of columns; undefined sets NULL. */
type Values<Table extends keyof Tables> = {
  readonly [Name in keyof NewRow<Table>]?: NewRow<Table>[Name] | RawBuilder<unknown> | undefined;
};

/** @param further more conditions, beginning with AND, then ORDER BY and LIMIT */
export async function findRows<Table extends keyof Tables>(
  database: Kysely<Tables>,
  table: Table,
  match: Match<Table>,
  further = sql``,
): Promise<readonly Row<Table>[]> {
  const { rows } = await sql<Row<Table>>`
    SELECT * FROM ${sql.table(table)} WHERE ${matchCondition(match)} ${further}
  `.execute(database);
  return rows;
}

/** The row with these values of columns. Its statement is compiled once, because every request finds rows. */
export async function findRow<Table extends keyof Tables>(
  database: Kysely<Tables>,
  table: Table,
  key: { readonly [Name in keyof Row<Table>]?: NonNullable<Row<Table>[Name]> },
): Promise<Row<Table> | undefined> {
  return (await readRow(database, { table }, key)).rows[0] as Row<Table> | undefined;
}

const readRow = compiledOnce<object, { readonly table: keyof Tables }, unknown>(
  (key, { table }) => sql`SELECT * FROM ${sql.table(table)} WHERE ${matchCondition(key)}`,
);

/** The ids of the rows that `findRows` finds. */
export async function findIds<Table extends RecordTable>(
  database: Kysely<Tables>,
  table: Table,
  match: Match<Table>,
  further: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(table)} WHERE ${matchCondition(match)} ${further}
  `.execute(database);
  return rows.map(({ id }) => id);
}

/**
 * A page of the rows that match one of the conditions, newest first, and the total number of matches, read in one
 * statement and thus at one moment.
 *
 * @param conditions no row matches two of them
 */
export async function findPage<Table extends "transactions" | "deliveries">(
  database: Kysely<Tables>,
  table: Table,
  conditions: readonly RawBuilder<unknown>[],
  { limit, page }: { readonly limit: number; readonly page: number },
): Promise<{ rows: readonly Row<Table>[]; total: number }> {
  const from = sql.table(table);
  const counts = conditions.map(
    (condition) => sql`(SELECT count(*) FROM ${from} WHERE ${condition})`,
  );
  const whole = sql<{ total?: number }>`SELECT ${sql.join(counts, sql` + `)} AS total`;
  const matches = conditions.map(
    (condition) => sql`SELECT created_at, id FROM ${from} WHERE ${condition}`,
  );
  // PostgreSQL skips rows of the pages before in the index alone.
  const skipped = (page - 1) * limit;
  const { rows } = await sql<Row<Table> & { total?: number }>`
    SELECT ${from}.*, whole.total
    FROM (${whole}) AS whole
    CROSS JOIN (
      ${sql.join(matches, sql` UNION ALL `)}
      ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${skipped}
    ) AS page
    JOIN ${from} ON ${from}.id = page.id
    ORDER BY page.created_at DESC, page.id DESC
  `.execute(database);
  const counted = rows[0] ?? (await whole.execute(database)).rows[0];
  const total = counted?.total ?? 0;
  // Rows were added between the two statements.
  if (rows.length === 0 && total > skipped)
    return findPage(database, table, conditions, { limit, page });
  for (const row of rows) delete row.total;
  return { rows, total };
}

/** Changes rows and returns their number. For `further` see `findRows`. */
export function updateRows<Table extends keyof Tables>(
  database: Kysely<Tables>,
  table: Table,
  match: Match<Table>,
  values: Values<Table>,
  further = sql``,
): Promise<number> {
  return runUpdate(database, table, match, values, further);
}

/** Changes one row. False if no row matches. */
export async function updateRow<Table extends keyof Tables>(
  ...change: Parameters<typeof updateRows<Table>>
): Promise<boolean> {
  return (await updateRows(...change)) === 1;
}

/** Changes the state of a record, and sets `further` values. False if its state is not `move.from`. */
export async function moveRow<Table extends RecordTable>(
  database: Kysely<Tables>,
  table: Table,
  id: string,
  { from, to, at }: Move<string>,
  further: Values<Table> = {},
  match: Match<Table> = {},
): Promise<boolean> {
  const updated = "updatedAt" in tables[table] && { updatedAt: at };
  const values = { status: to, ...updated, ...further };
  return (await runUpdate(database, table, { id, status: from, ...match }, values)) === 1;
}

/** Deletes rows and returns their number. */
export async function deleteRows<Table extends keyof Tables>(
  database: Kysely<Tables>,
  table: Table,
  match: Match<Table>,
): Promise<number> {
  return countChangedRows(
    database,
    sql`DELETE FROM ${sql.table(table)} WHERE ${matchCondition(match)}`,
  );
}

function runUpdate(
  database: Kysely<Tables>,
  table: keyof Tables,
  match: object,
  values: object,
  further = sql``,
): Promise<number> {
  const set = Object.entries(values).map(
    ([name, value]: [string, unknown]) => sql`${sql.ref(name)} = ${value ?? null}`,
  );
  return countChangedRows(
    database,
    sql`UPDATE ${sql.table(table)} SET ${sql.join(set)} WHERE ${matchCondition(match)} ${further}`,
  );
}

async function countChangedRows(
  database: Kysely<Tables>,
  change: RawBuilder<unknown>,
): Promise<number> {
  return Number((await change.execute(database)).numAffectedRows ?? 0);
}

function matchCondition(match: object): RawBuilder<unknown> {
  const conditions = Object.entries(match).map(([name, value]: [string, unknown]) =>
    value === null ? sql`${sql.ref(name)} IS NULL` : sql`${sql.ref(name)} = ${value}`,
  );
  return sql.join(conditions, sql` AND `);
}
