import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The history of every record, the outbox, and what finds the records whose time has passed. */
export const historyAndOutbox: Migration = {
  async up(database: Kysely<unknown>) {
    await createHistory(database);
    await createOutbox(database);
    await createDueIndexes(database);
  },
};

async function createHistory({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("history")
    .addColumn("id", "text", (id) => id.primaryKey())
    .addColumn("entity", "text", (entity) => entity.notNull())
    .addColumn("record_id", "text", (id) => id.notNull())
    .addColumn("from_state", "text")
    .addColumn("event", "text", (event) => event.notNull())
    .addColumn("to_state", "text", (state) => state.notNull())
    .addColumn("at", "bigint", (at) => at.notNull())
    .addColumn("who", "text", (who) => who.notNull())
    .addColumn("why", "text", (why) => why.notNull())
    .execute();
  await schema
    .createIndex("history_of_record")
    .on("history")
    .columns(["entity", "record_id"])
    .execute();
}

async function createOutbox({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable("partners").addColumn("callback_url", "text").execute();
  await schema
    .createTable("deliveries")
    .addColumn("id", "text", (id) => id.primaryKey())
    .addColumn("partner_code", "text", (code) => code.notNull().references("partners.code"))
    .addColumn("kind", "text", (kind) => kind.notNull())
    .addColumn("url", "text", (url) => url.notNull())
    .addColumn("subject_id", "text", (id) => id.notNull())
    .addColumn("content_sealed", "text", (content) => content.notNull())
    .addColumn("status", "text", (status) => status.notNull())
    .addColumn("tries", "integer", (tries) => tries.notNull())
    .addColumn("held_back", "integer", (flag) => flag.notNull())
    .addColumn("created_at", "bigint", (at) => at.notNull())
    .addColumn("due_at", "bigint", (at) => at.notNull())
    .addColumn("lease_id", "text")
    .addColumn("leased_until", "bigint", (at) => at.notNull())
    .execute();
  await schema
    .createIndex("deliveries_due")
    .on("deliveries")
    .columns(["status", "due_at"])
    .execute();
  await schema
    .createIndex("deliveries_newest")
    .on("deliveries")
    .columns(["partner_code", "created_at", "id"])
    .execute();
  await schema.createIndex("deliveries_subject").on("deliveries").column("subject_id").execute();
  await schema
    .createTable("attempts")
    .addColumn("delivery_id", "text", (id) => id.notNull().references("deliveries.id"))
    .addColumn("number", "integer", (number) => number.notNull())
    .addColumn("at", "bigint", (at) => at.notNull())
    .addColumn("outcome", "text", (outcome) => outcome.notNull())
    .addColumn("status", "integer")
    .addPrimaryKeyConstraint("attempts_key", ["delivery_id", "number"])
    .execute();
  await schema
    .createTable("closed_receivers")
    .addColumn("partner_code", "text", (code) => code.notNull().references("partners.code"))
    .addColumn("url", "text", (url) => url.notNull())
    .addColumn("closed_at", "bigint", (at) => at.notNull())
    .addPrimaryKeyConstraint("closed_receivers_key", ["partner_code", "url"])
    .execute();
  await schema
    .createTable("delivery_faults")
    .addColumn("id", "text", (id) => id.primaryKey())
    .addColumn("partner_code", "text", (code) => code.notNull().references("partners.code"))
    .addColumn("kind", "text", (kind) => kind.notNull())
    .addColumn("times_left", "integer", (times) => times.notNull())
    .addColumn("delay_ms", "bigint")
    .execute();
}

async function createDueIndexes({ schema }: Kysely<unknown>): Promise<void> {
  const due = [
    ["transactions", "updated_at"],
    ["verifications", "expires_at"],
    ["authorizations", "authorized_at"],
  ] as const;
  for (const [table, time] of due)
    await schema.createIndex(`${table}_due`).on(table).columns(["status", time]).execute();
}
