import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Finds what is due by partner and receiver, first attempts apart from retries, so that nobody's backlog is read to find somebody else's. */
export const deliveryQueues: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.dropIndex("deliveries_due").execute();
    await sql`
      CREATE INDEX deliveries_due ON deliveries (
        status, partner_code, (CASE WHEN tries = 0 THEN 0 ELSE 1 END), receiver, due_at, id, leased_until
      )
    `.execute(database);
  },
};
