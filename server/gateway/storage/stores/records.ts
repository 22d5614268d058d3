import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Move } from "../../domain/states/transitions.ts";
import type { QuestionStore } from "../../domain/store.ts";
import { type NewRow, type Row, type Tables, tables } from "../tables.ts";

/** Tables of records that have a state. */
export type RecordTable =
  | "transactions"
  | "verifications"
  | "authentications"
  | "authorizations"
  | "reversals"
  | "savedCards";

/** The row of a record. */
export async function findRow<Table extends RecordTable>(
  database: Kysely<Tables>,
  table: Table,
  id: string,
): Promise<Row<Table> | undefined> {
  const { rows } = await sql<Row<Table>>`
    SELECT * FROM ${sql.table(table)} WHERE id = ${id}
  `.execute(database);
  return rows[0];
}

/**
 * Gives a record its next state, and `further` values; false when it is not in the state that the move starts from.
 *
 * @param condition what else has to hold, beginning with AND
 */
export async function moveRow<Table extends RecordTable>(
  database: Kysely<Tables>,
  table: Table,
  id: string,
  { from, to, at }: Move<string>,
  further: Partial<NewRow<Table>> = {},
  condition = sql``,
): Promise<boolean> {
  const values: Readonly<Record<string, unknown>> = {
    status: to,
    ...("updatedAt" in tables[table] && { updatedAt: at }),
    ...further,
  };
  const set = Object.entries(values).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value ?? null}`,
  );
  return changesOne(
    database,
    sql`UPDATE ${sql.table(table)} SET ${sql.join(set)} WHERE id = ${id} AND status = ${from} ${condition}`,
  );
}

/** @param status of those that a bank has to decide */
export function questionsAbout(
  database: Kysely<Tables>,
  table: "transactions" | "reversals",
  status: string,
): QuestionStore {
  return {
    markAsked: (id, at, until) =>
      changesOne(
        database,
        sql`
          UPDATE ${sql.table(table)} SET asked_at = ${at}
          WHERE id = ${id} AND status = ${status} AND asked_at <= ${until}
        `,
      ),
  };
}

/** Runs a change of one row; false when no row was as its conditions say. */
async function changesOne(database: Kysely<Tables>, change: RawBuilder<unknown>): Promise<boolean> {
  return (await change.execute(database)).numAffectedRows === 1n;
}
