import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { receiverOf } from "../../domain/deliveries/delivery.ts";

/** Whose receiver each delivery goes to, so that one that is slow can be passed over. */
export const receivers: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database;
    await schema
      .alterTable("deliveries")
      // A process that runs on from before does not write it.
      .addColumn("receiver", "text", (name) => name.notNull().defaultTo(""))
      .execute();
    const { rows } = await sql<{ partner: string; url: string }>`
      SELECT DISTINCT partner_code AS partner, url FROM deliveries
    `.execute(database);
    for (const { partner, url } of rows)
      await sql`
        UPDATE deliveries SET receiver = ${receiverOf(partner, url)}
        WHERE partner_code = ${partner} AND url = ${url}
      `.execute(database);
    await schema.dropIndex("deliveries_due").execute();
    // Has all that is asked of what is due, as what is passed over may be much.
    await schema
      .createIndex("deliveries_due")
      .on("deliveries")
      .columns(["status", "due_at", "leased_until", "receiver", "id"])
      .execute();
  },
};
