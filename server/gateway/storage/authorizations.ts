import type { Kysely } from "kysely";
import { belongsTo } from "../domain/partner.ts";
import type { AuthorizationStore } from "../domain/store.ts";
import type { Tables } from "./tables.ts";

export function createAuthorizationStore(
  database: Kysely<Tables>,
): AuthorizationStore {
  return {
    async add(authorization) {
      await database
        .insertInto("authorizations")
        .values({ ...authorization, updatedAt: authorization.authorizedAt })
        .execute();
    },

    async find(asker, id) {
      const row = await database
        .selectFrom("authorizations")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      const found = row && { ...row, subAccount: row.subAccount ?? undefined };
      return found && belongsTo(asker, found) ? found : undefined;
    },

    async get(id) {
      const row = await database
        .selectFrom("authorizations")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row && { ...row, subAccount: row.subAccount ?? undefined };
    },

    async move(id, { from, to, at }) {
      const { numUpdatedRows } = await database
        .updateTable("authorizations")
        .set({ status: to, updatedAt: at })
        .where("id", "=", id)
        .where("status", "=", from)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async due(until, limit) {
      const rows = await database
        .selectFrom("authorizations")
        .select("id")
        .where("status", "=", "AUTHORIZED")
        .where("authorizedAt", "<=", until)
        .orderBy("authorizedAt")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
