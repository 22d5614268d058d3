import { type Kysely, sql } from "kysely";
import type { QuestionStore } from "../../domain/store.ts";
import type { Tables } from "../tables.ts";

/** @param status of those that a bank has to decide */
export function questionsAbout(
  database: Kysely<Tables>,
  table: "transactions" | "reversals",
  status: string,
): QuestionStore {
  return {
    async markAsked(id, at, until) {
      const { numAffectedRows } = await sql`
        UPDATE ${sql.table(table)} SET asked_at = ${at}
        WHERE id = ${id} AND status = ${status} AND asked_at <= ${until}
      `.execute(database);
      return numAffectedRows === 1n;
    },
  };
}
