import { type CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from "kysely";
import { type NewRow, type Tables, tables } from "./tables.ts";

/**
 * Inserts a row.
 *
 * @param onConflict an ON CONFLICT clause
 * @returns whether it was inserted
 */
export async function insertRow<Table extends keyof Tables>(
  database: Kysely<Tables>,
  table: Table,
  row: NewRow<Table>,
  onConflict = "",
): Promise<boolean> {
  const values: object = row;
  const parameters = columnNames(table).map((name): unknown => Reflect.get(values, name) ?? null);
  const write = () => sql`
    INSERT INTO ${sql.table(table)} (${selectColumns(table)}) VALUES (${sql.join(parameters)})
    ${sql.raw(onConflict)}`;
  const query = inserts(database, `${table} ${onConflict}`, write);
  return (await database.executeQuery({ ...query, parameters })).numAffectedRows === 1n;
}

const inserts = statementCache();

/** Compiles a statement at its first use on a kind of database. */
function statementCache<Row>() {
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return (database: Kysely<Tables>, key: string, write: () => RawBuilder<Row>) => {
    const { adapter } = database.getExecutor();
    const known = compiled.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    compiled.set(adapter, known);
    const query = known.get(key) ?? write().compile(database);
    known.set(key, query);
    return query;
  };
}

/**
 * Makes a PostgreSQL statement that takes lists of rows of any length. Its text is compiled only once.
 *
 * @param write writes the statement; it reads each list with `rowsFromJson`, in the order of the lists
 * @returns runs the statement and returns its rows
 */
export function listStatement<Row, Lists extends readonly (readonly object[])[]>(
  write: (...lists: Lists) => RawBuilder<Row>,
): (database: Kysely<Tables>, ...lists: Lists) => Promise<readonly Row[]> {
  const statement = statementCache<Row>();
  return async (database, ...lists) => {
    const query = statement(database, "", () => write(...lists));
    return (await database.executeQuery<Row>({ ...query, parameters: lists.map(encodeRows) })).rows;
  };
}

/** The columns of a table, for an INSERT. */
export function selectColumns(table: keyof Tables): RawBuilder<unknown> {
  return sql.join(columnNames(table).map((name) => sql.ref(name)));
}

function columnNames(table: keyof Tables): string[] {
  return Object.keys(tables[table]);
}

/** A list of rows as a source of rows with the columns of a table. */
export function rowsFromJson(table: keyof Tables, rows: readonly object[]): RawBuilder<unknown> {
  return sql`json_populate_recordset(NULL::${sql.table(table)}, ${encodeRows(rows)})`;
}

function encodeRows(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) => {
      const encoded: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(row)) encoded[columnOf(name)] = value;
      return encoded;
    }),
  );
}

/** The name of a table or a column in SQL. */
export function columnOf(name: string): string {
  const known = columns.get(name);
  if (known !== undefined) return known;
  const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(name, column);
  return column;
}

/** The names of tables and columns are few. */
const columns = new Map<string, string>();

/** Stands for a value while a statement is compiled. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The values of a statement as its text names them. A value that is not given is undefined. */
export type Named<Values> = {
  readonly [Name in keyof Values]: RawBuilder<unknown> | Extract<Values[Name], undefined>;
};

/**
 * Makes a statement whose text is compiled once for each shape and each choice of given values.
 *
 * @param write writes the statement of a shape
 * @returns runs the statement
 */
export function compiledOnce<Values extends object, Shape extends object, Row>(
  write: (values: Named<Values>, shape: Shape) => RawBuilder<Row>,
) {
  const statement = statementCache<Row>();
  return (database: Kysely<Tables>, shape: Shape, values: Values): Promise<QueryResult<Row>> => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    const key = JSON.stringify([shape, given.map(([name]) => name)]);
    const query = statement(database, key, () => write(namesOfValues(values), shape));
    const parameters = query.parameters.map((parameter): unknown =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    );
    return database.executeQuery<Row>({ ...query, parameters });
  };
}

function namesOfValues<Values extends object>(values: Values): Named<Values> {
  const named = Object.entries(values).map(([name, value]) => [
    name,
    value === undefined ? undefined : sql`${new Placeholder(name)}`,
  ]);
  return Object.fromEntries(named) as Named<Values>;
}

/** Whether a column has a text, in any case. The database converts both, because JavaScript knows more letters. */
export function containsText(column: RawBuilder<unknown>, text = ""): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[%_\\]/g, "\\$&")}%`;
  return sql`lower(${column}) LIKE lower(${pattern}) ESCAPE '\\'`;
}
