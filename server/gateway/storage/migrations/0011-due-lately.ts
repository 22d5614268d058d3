import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Finds what became due a moment ago, however much waits besides. */
export const dueLately: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`
      CREATE INDEX deliveries_due_lately ON deliveries (due_at) WHERE status = 'pending'
    `.execute(database);
  },
};
