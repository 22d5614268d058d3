import { sql } from "kysely";
import type { OutboxStatements } from "../database-kind.ts";
import { EVENTS_CHANNEL } from "./outbox-notifications.ts";

/** The outbox of a database whose transactions run at once, and whose processes notify each other. */
export const concurrentOutbox: OutboxStatements = {
  async add(database, row) {
    await database
      .with("added", () => database.insertInto("deliveries").values(row).returning("id"))
      .selectFrom("added")
      // PostgreSQL sends it at the commit, once for all events of a transaction.
      .select(sql`pg_notify(${sql.lit(EVENTS_CHANNEL)}, '')`.as("notified"))
      .execute();
  },
  skipLocked: (due) => due.forUpdate().skipLocked(),
  async isFirstToRemove(database) {
    const { rows } = await sql<{ isFirst: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtext('remove ended deliveries')) AS is_first
    `.execute(database);
    return rows[0]?.isFirst === true;
  },
};
