import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** When the bank was last asked about a payment, so that one it does not decide is asked about again and again, but not at once. */
export const paymentsAskedFor: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable("transactions")
      // A process that runs on from before does not write it.
      .addColumn("asked_at", "bigint", (at) => at.notNull().defaultTo(0))
      .execute();
  },
};
