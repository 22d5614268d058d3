import { type Kysely, sql } from "kysely";
import { OperatorError } from "../platform/operator-error.ts";
import type { Mode } from "../platform/mode.ts";
import { withCleanup } from "../platform/concurrency/with-cleanup.ts";
import { openDatabase } from "./dialect.ts";
import { openStorage } from "./open.ts";
import { selectColumns, rowsFromJson } from "./statement.ts";
import { type Tables, tables } from "./tables.ts";

/** Rows that are read and written at once. */
const BATCH_ROWS = 1000;

/**
 * Copies an SQLite database to an empty PostgreSQL database, in one transaction. Nobody else may have the SQLite file
 * open, because what a gateway acknowledged after the copy would not be in it.
 *
 * @param path the SQLite file
 * @param url the PostgreSQL database
 * @returns how many rows each table has
 * @throws OperatorError if the SQLite file is in use, or the PostgreSQL database is not empty
 */
export async function copyDatabase(
  path: string,
  url: string,
  mode: Mode,
): Promise<Readonly<Record<string, number>>> {
  // Both get the tables of this build.
  for (const location of [path, url]) await (await openStorage(location, { mode })).close();
  const { database: source } = openDatabase(path, { access: "lock", mode, lockMs: 0 });
  const { database: target } = openDatabase(url, { mode, silenceMs: 0 });
  const copy = () =>
    source.transaction().execute((from) =>
      target.transaction().execute(async (to) => {
        await requireEmpty(to);
        const counts: Record<string, number> = {};
        for (const table of tableNames) counts[table] = await copyTable(from, to, table);
        return counts;
      }),
    );
  return withCleanup(copy, () => Promise.all([source.destroy(), target.destroy()]));
}

/** In an order in which no row refers to a later one. */
const tableNames = Object.keys(tables) as (keyof Tables)[];

async function requireEmpty(database: Kysely<Tables>): Promise<void> {
  const partners = await database.selectFrom("partners").select("code").limit(1).execute();
  if (partners.length > 0)
    throw new OperatorError(
      "database-unsuitable",
      "The database of DATABASE_URL has partners already. Name an empty one.",
    );
  // What opening has written.
  await database.deleteFrom("settings").execute();
}

async function copyTable(
  from: Kysely<Tables>,
  to: Kysely<Tables>,
  table: keyof Tables,
): Promise<number> {
  let count = 0;
  for (let position = 0; ;) {
    const { rows } = await sql<{ position: number }>`
      SELECT rowid AS position, * FROM ${sql.table(table)} WHERE rowid > ${position}
      ORDER BY rowid LIMIT ${BATCH_ROWS}
    `.execute(from);
    if (rows.length === 0) return count;
    await sql`
      INSERT INTO ${sql.table(table)} (${selectColumns(table)})
      SELECT ${selectColumns(table)} FROM ${rowsFromJson(table, rows)}
    `.execute(to);
    count += rows.length;
    position = rows.at(-1)?.position ?? position;
  }
}
