import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What is pending is found without what has ended, however much that is, and what has ended long ago to be removed. */
export const endedDeliveries: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.dropIndex("deliveries_due").execute();
    await sql`
      CREATE INDEX deliveries_due ON deliveries (
        partner_code, (CASE WHEN tries = 0 THEN 0 ELSE 1 END), receiver, due_at, id, leased_until
      ) WHERE status = 'pending'
    `.execute(database);
    await sql`
      CREATE INDEX deliveries_ended ON deliveries (due_at) WHERE status <> 'pending'
    `.execute(database);
    await sql`CREATE INDEX deliveries_dead ON deliveries (id) WHERE status = 'dead'`.execute(
      database,
    );
  },
};
