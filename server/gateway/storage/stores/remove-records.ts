import { type Kysely, sql } from "kysely";
import type { Entity } from "../../domain/states/lifecycles.ts";
import type { RecordState, Store } from "../../domain/store.ts";
import type { Tables } from "../tables.ts";

/** The tables to remove rows from, before those that they refer to. Rows belong to a partner by their own code, or by the row that `by` names. */
const removed: readonly {
  readonly table: keyof Tables;
  readonly by?: readonly [column: string, owner: keyof Tables];
  readonly entity?: Entity;
}[] = [
  { table: "attempts", by: ["deliveryId", "deliveries"] },
  { table: "deliveries" },
  { table: "closedReceivers" },
  { table: "deliveryFaults" },
  { table: "verifications", by: ["transactionId", "transactions"], entity: "verification" },
  { table: "reversals", by: ["authorizationId", "authorizations"], entity: "reversal" },
  { table: "transactionCounts" },
  { table: "undecidedTransactions" },
  { table: "transactions", entity: "transaction" },
  { table: "authentications", entity: "authentication" },
  { table: "authorizations", entity: "authorization" },
  { table: "savedCards", entity: "token" },
];

/** Makes the removal of a partner's records. */
export function createRemoval(database: Kysely<Tables>): Pick<Store, "removeRecords"> {
  return {
    async removeRecords(code) {
      const own = sql`partner_code = ${code}`;
      const records: (RecordState & { readonly entity: Entity })[] = [];
      for (const { table, by, entity } of removed) {
        const condition = by
          ? sql`${sql.ref(by[0])} IN (SELECT id FROM ${sql.table(by[1])} WHERE ${own})`
          : own;
        const rows = sql`DELETE FROM ${sql.table(table)} WHERE ${condition}`;
        if (entity === undefined) await rows.execute(database);
        else {
          const gone = await sql<RecordState>`${rows} RETURNING id, status`.execute(database);
          records.push(...gone.rows.map((record) => ({ ...record, entity })));
        }
      }
      return records;
    },
  };
}
