import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Finds what waits for another delivery, of which there are few, without reading what is pending besides. */
export const heldBack: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`
      CREATE INDEX deliveries_held_back ON deliveries (partner_code)
      WHERE held_back = 1 AND status = 'pending'
    `.execute(database);
  },
};
