import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** When the card expires that an order asks to save: whoever learns that it has paid saves it. */
export const cardsToSave: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("transactions").addColumn("card_month", "text").execute();
    await schema.alterTable("transactions").addColumn("card_year", "text").execute();
  },
};
