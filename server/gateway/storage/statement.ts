import { type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Makes a statement that is written once for each kind of database, which costs more than to run it.
 *
 * @param write writes it for the first rows; those that follow have the same columns in the same order, and all values are parameters in that order
 * @returns runs it, and answers how many rows of the last table it has changed
 */
export function statement<Rows extends readonly object[]>(
  write: (...rows: Rows) => RawBuilder<unknown>,
): (database: Kysely<Tables>, ...rows: Rows) => Promise<number> {
  const written = new WeakMap<object, CompiledQuery>();
  return async (database, ...rows) => {
    const { adapter } = database.getExecutor();
    const query = written.get(adapter) ?? write(...rows).compile(database);
    written.set(adapter, query);
    const parameters = rows.flatMap((row): unknown[] => Object.values(row));
    const { numAffectedRows } = await database.executeQuery({ ...query, parameters });
    return Number(numAffectedRows ?? 0);
  };
}

/** The columns of a row, as an INSERT lists them. */
export function columnsOf(row: object): RawBuilder<unknown> {
  return sql.join(Object.keys(row).map((column) => sql.ref(column)));
}

/** The values of a row, in the same order. */
export function valuesOf(row: object): RawBuilder<unknown> {
  return sql.join(Object.values(row));
}
