import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The secret that a new one replaces, while it is still good, and since when a partner is disabled. */
export const revocation: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("partners").addColumn("previous_secret_sealed", "text").execute();
    await schema.alterTable("partners").addColumn("previous_secret_until", "bigint").execute();
    await schema.alterTable("partners").addColumn("disabled_at", "bigint").execute();
  },
};
