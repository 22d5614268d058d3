import type { Kysely, Selectable } from "kysely";
import type { Authorization } from "../../domain/authorizations/authorization.ts";
import { belongsTo } from "../../domain/partners/partner.ts";
import type { AuthorizationStore } from "../../domain/store.ts";
import type { AuthorizationRow, Tables } from "../tables.ts";

export function createAuthorizationStore(database: Kysely<Tables>): AuthorizationStore {
  return {
    async add(authorization) {
      await database
        .insertInto("authorizations")
        .values({ ...authorization, updatedAt: authorization.authorizedAt })
        .execute();
    },

    async find(caller, id) {
      const row = await database
        .selectFrom("authorizations")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      const found = row && authorizationOf(row);
      return found && belongsTo(caller, found) ? found : undefined;
    },

    async get(id) {
      const row = await database
        .selectFrom("authorizations")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row && authorizationOf(row);
    },

    async move(id, { from, to, at }, reversalId) {
      const { numUpdatedRows } = await database
        .updateTable("authorizations")
        .set({ status: to, updatedAt: at })
        .where("id", "=", id)
        .where("status", "=", from)
        .where("reversalId", "is not distinct from", reversalId ?? null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async reserve(id, reversalId) {
      const { numUpdatedRows } = await database
        .updateTable("authorizations")
        .set({ reversalId })
        .where("id", "=", id)
        .where("status", "=", "AUTHORIZED")
        .where("reversalId", "is", null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async release(id, reversalId) {
      const { numUpdatedRows } = await database
        .updateTable("authorizations")
        .set({ reversalId: null })
        .where("id", "=", id)
        .where("status", "=", "AUTHORIZED")
        .where("reversalId", "=", reversalId)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async due(until, limit) {
      const rows = await database
        .selectFrom("authorizations")
        .select("id")
        .where("status", "=", "AUTHORIZED")
        .where("reversalId", "is", null)
        .where("authorizedAt", "<=", until)
        .orderBy("authorizedAt")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

function authorizationOf(row: Selectable<AuthorizationRow>): Authorization {
  return {
    ...row,
    subAccount: row.subAccount ?? undefined,
    reversalId: row.reversalId ?? undefined,
  };
}
