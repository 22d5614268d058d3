import type { Kysely } from "kysely";
import type { DeliveryStore } from "../../domain/store.ts";
import type { Tables } from "../tables.ts";

/** URLs whose receiver said that it is gone. */
export function closedReceivers(
  database: Kysely<Tables>,
): Pick<DeliveryStore, "close" | "reopen" | "isClosed"> {
  return {
    async close(partnerCode, url, closedAt) {
      await database
        .insertInto("closedReceivers")
        .values({ partnerCode, url, closedAt })
        .onConflict((conflict) => conflict.columns(["partnerCode", "url"]).doNothing())
        .execute();
    },

    async reopen(partnerCode, url) {
      // What an attempt that is under way says of the receiver was before this.
      await database
        .updateTable("deliveries")
        .set({ leaseId: null, leasedUntil: 0 })
        .where("status", "=", "pending")
        .where("partnerCode", "=", partnerCode)
        .where("url", "=", url)
        .where("leaseId", "is not", null)
        .execute();
      await database
        .deleteFrom("closedReceivers")
        .where("partnerCode", "=", partnerCode)
        .where("url", "=", url)
        .execute();
    },

    async isClosed(partnerCode, url) {
      const row = await database
        .selectFrom("closedReceivers")
        .select("closedAt")
        .where("partnerCode", "=", partnerCode)
        .where("url", "=", url)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
