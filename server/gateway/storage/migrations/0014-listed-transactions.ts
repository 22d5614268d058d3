import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Each filter of the list has an index that has the newest first, so that a page costs the same however many there are. */
export const listedTransactions: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const [name, filters] of [
      ["status", ["status"]],
      ["method", ["payment_method"]],
      ["status_and_method", ["status", "payment_method"]],
    ] as const)
      await schema
        .createIndex(`transactions_newest_by_${name}`)
        .on("transactions")
        .columns(["partner_code", ...filters, "created_at", "id"])
        .execute();
  },
};
