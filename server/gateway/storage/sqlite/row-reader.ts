import type { SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { propertyOf } from "../names.ts";

/**
 * Reads the rows of a statement with the names of `tables.ts`, without columns that are NULL. The rows of node:sqlite are
 * made from arrays, because its objects take several times as long.
 */
export function createRowReader(statement: StatementSync) {
  statement.setReturnArrays(true);
  let names: readonly string[] = [];
  return (parameters: readonly SQLInputValue[]): object[] => {
    const rows = statement.all(...parameters) as unknown as SQLOutputValue[][];
    // Another process may have added a column since the last time.
    if (rows[0]?.length !== names.length)
      names = statement.columns().map(({ name }) => propertyOf(name));
    return rows.map((values) => {
      const row: Record<string, SQLOutputValue> = {};
      for (const [at, name] of names.entries()) {
        const value = values[at] ?? null;
        if (value !== null) row[name] = value;
      }
      return row;
    });
  };
}
