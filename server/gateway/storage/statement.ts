import { type CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from "kysely";
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
  const run = writtenOnce(write, (row) => Object.values(row));
  return async (database, ...rows) => Number((await run(database, rows)).numAffectedRows ?? 0);
}

/**
 * As `statement`, for lists of rows of any length, on PostgreSQL.
 *
 * @param write takes the lists' rows `FROM` what `rowsIn` makes of each, in that order
 * @returns runs it, and answers the rows that it returns
 */
export function listStatement<Row, Lists extends readonly (readonly object[])[]>(
  write: (...lists: Lists) => RawBuilder<Row>,
): (database: Kysely<Tables>, ...lists: Lists) => Promise<readonly Row[]> {
  const run = writtenOnce(write, (rows) => [jsonOf(rows)]);
  return async (database, ...lists) => (await run(database, lists)).rows;
}

function writtenOnce<Row, Given extends readonly object[]>(
  write: (...given: Given) => RawBuilder<Row>,
  parametersOf: (given: Given[number]) => readonly unknown[],
) {
  const written = new WeakMap<object, CompiledQuery<Row>>();
  return (database: Kysely<Tables>, given: Given): Promise<QueryResult<Row>> => {
    const { adapter } = database.getExecutor();
    const query = written.get(adapter) ?? write(...given).compile(database);
    written.set(adapter, query);
    const parameters = given.flatMap(parametersOf);
    return database.executeQuery<Row>({ ...query, parameters });
  };
}

/** The columns of a row, as an INSERT lists them. */
export function columnsOf(row: object | undefined): RawBuilder<unknown> {
  return sql.join(Object.keys(row ?? {}).map((column) => sql.ref(column)));
}

/** The values of a row, in the same order. */
export function valuesOf(row: object): RawBuilder<unknown> {
  return sql.join(Object.values(row));
}

/** A list of rows with the columns of a table. */
export function rowsIn(table: keyof Tables, rows: readonly object[]): RawBuilder<unknown> {
  return sql`json_populate_recordset(NULL::${sql.table(table)}, ${jsonOf(rows)})`;
}

function jsonOf(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value])),
    ),
  );
}

/** As `CamelCasePlugin` writes it. */
function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
