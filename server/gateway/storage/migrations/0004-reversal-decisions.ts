import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What a bank says of a reversal, and that a reversal has its authorization to itself until then. */
export const reversalDecisions: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database;
    await schema.alterTable("authorizations").addColumn("reversal_id", "text").execute();
    // Before this, every reversal has succeeded.
    await sql`
      UPDATE authorizations SET reversal_id = (
        SELECT reversals.id FROM reversals
        WHERE reversals.authorization_id = authorizations.id
          AND reversals.status <> 'error'
      )
    `.execute(database);
    await schema
      .alterTable("reversals")
      .addColumn("asked_at", "bigint", (at) => at.notNull().defaultTo(0))
      .execute();
    await schema.alterTable("reversals").addColumn("error_code", "integer").execute();
    for (const column of ["error_message", "error_details"])
      await schema.alterTable("reversals").addColumn(column, "text").execute();
    await schema
      .createIndex("reversals_due")
      .on("reversals")
      .columns(["status", "asked_at"])
      .execute();
  },
};
