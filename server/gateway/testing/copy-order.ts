import { sql } from "kysely";
import { openDatabase } from "../storage/dialect.ts";
import { type Tables, tables } from "../storage/tables.ts";

/** Copies the only order of a database, with its history. */
export async function copyOrder(location: string, copies: number): Promise<void> {
  const { database } = openDatabase(location);
  const copy = (table: keyof Tables, further: readonly string[]) => {
    const names = Object.keys(tables[table]).map((name) => sql.ref(name));
    const values = Object.keys(tables[table]).map((name) =>
      further.includes(name) ? sql`CAST(number.i AS text)` : sql.ref(`${table}.${name}`),
    );
    return sql`
      WITH RECURSIVE number (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < ${copies})
      INSERT INTO ${sql.table(table)} (${sql.join(names)})
      SELECT ${sql.join(values)} FROM number CROSS JOIN ${sql.table(table)}
    `.execute(database);
  };
  await copy("transactions", ["id", "orderId"]);
  await copy("history", ["id", "recordId"]);
  await database.destroy();
}
