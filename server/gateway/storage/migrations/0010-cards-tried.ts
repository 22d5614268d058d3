import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** How many cards were tried for an order, so that its page is of no use to who searches for cards that work. */
export const cardsTried: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable("transactions")
      // A process that runs on from before does not write it.
      .addColumn("cards_tried", "integer", (tried) => tried.notNull().defaultTo(0))
      .execute();
  },
};
