import type { Kysely } from "kysely";
import type { ReversalStore } from "../domain/store.ts";
import type { Tables } from "./tables.ts";

export function createReversalStore(database: Kysely<Tables>): ReversalStore {
  return {
    async add(reversal) {
      await database.insertInto("reversals").values(reversal).execute();
    },

    async ofAuthorization(authorizationId) {
      const rows = await database
        .selectFrom("reversals")
        .selectAll()
        .where("authorizationId", "=", authorizationId)
        .execute();
      return rows.map((row) => ({
        ...row,
        reversedAt: row.reversedAt ?? undefined,
      }));
    },

    async move(id, { from, to, at }) {
      const { numUpdatedRows } = await database
        .updateTable("reversals")
        .set({
          status: to,
          updatedAt: at,
          reversedAt: to === "success" ? at : null,
        })
        .where("id", "=", id)
        .where("status", "=", from)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}
