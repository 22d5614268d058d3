import type { Kysely } from "kysely";
import type { DeliveryStore } from "../../domain/store.ts";
import type { Row, Tables } from "../tables.ts";

interface ForgottenReceivers {
  /** Reopens what was closed at `until` or before, of the URLs of deliveries that are removed. */
  forget(removed: readonly Destination[], until: number): Promise<void>;
}

type Destination = Pick<Row<"deliveries">, "partnerCode" | "url">;

/** URLs whose receiver said that it is gone. */
export function closedReceivers(
  database: Kysely<Tables>,
): Pick<DeliveryStore, "close" | "reopen" | "isClosed"> & ForgottenReceivers {
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

    async forget(removed, until) {
      await database
        .deleteFrom("closedReceivers")
        .where("closedAt", "<=", until)
        .where((eb) =>
          eb(
            eb.refTuple("partnerCode", "url"),
            "in",
            removed.map(({ partnerCode, url }) => eb.tuple(partnerCode, url)),
          ),
        )
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
