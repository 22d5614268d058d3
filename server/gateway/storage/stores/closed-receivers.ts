import { type Kysely, sql } from "kysely";
import type { DeliveryStore } from "../../domain/store.ts";
import { deleteRows, findRow, updateRows } from "../rows.ts";
import { insertRow } from "../statement.ts";
import type { Row, Tables } from "../tables.ts";

/** The URLs that have answered 410. */
export function closedReceivers(
  database: Kysely<Tables>,
): Pick<DeliveryStore, "close" | "reopen" | "isClosed"> {
  const table = "closedReceivers";
  return {
    async close(partnerCode, url, closedAt) {
      const there = "ON CONFLICT (partner_code, url) DO NOTHING";
      await insertRow(database, table, { partnerCode, url, closedAt }, there);
    },

    async reopen(partnerCode, url) {
      // The result of an attempt that is still open is older than the reopening, so its lease ends.
      await updateRows(
        database,
        "deliveries",
        { status: "pending", partnerCode, url },
        { leaseId: null, leasedUntil: 0 },
        sql`AND lease_id IS NOT NULL`,
      );
      await deleteRows(database, table, { partnerCode, url });
    },

    isClosed: async (partnerCode, url) =>
      (await findRow(database, table, { partnerCode, url })) !== undefined,
  };
}

/** Reopens the URLs of removed deliveries that were closed at `until` or before. */
export async function forgetClosed(
  database: Kysely<Tables>,
  removed: readonly Pick<Row<"deliveries">, "partnerCode" | "url">[],
  until: number,
): Promise<void> {
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
}
