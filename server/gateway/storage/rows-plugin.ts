import { CamelCasePlugin, type UnknownRow } from "kysely";

/** Gives columns the names of `tables.ts`, and leaves out what has no value, where SQL says NULL. */
export class RowsPlugin extends CamelCasePlugin {
  protected override mapRow(row: UnknownRow): UnknownRow {
    const mapped: UnknownRow = {};
    for (const [name, value] of Object.entries(row))
      if (value !== null) mapped[this.camelCase(name)] = value;
    return mapped;
  }
}
