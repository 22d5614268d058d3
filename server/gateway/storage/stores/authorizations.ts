import { type Kysely, sql } from "kysely";
import type { AuthorizationStore } from "../../domain/store.ts";
import { findIds, findRow, moveRow, updateRow } from "../rows.ts";
import { insertRow } from "../statement.ts";
import type { Tables } from "../tables.ts";

export function createAuthorizationStore(database: Kysely<Tables>): AuthorizationStore {
  const table = "authorizations";
  return {
    async add(authorization) {
      const updatedAt = authorization.authorizedAt;
      await insertRow(database, table, { ...authorization, updatedAt });
    },

    get: (id) => findRow(database, table, { id }),

    move: (id, move, reversalId) =>
      moveRow(database, table, id, move, {}, { reversalId: reversalId ?? null }),

    reserve: (id, reversalId) =>
      updateRow(database, table, { id, status: "AUTHORIZED", reversalId: null }, { reversalId }),

    release: (id, reversalId) =>
      updateRow(database, table, { id, status: "AUTHORIZED", reversalId }, { reversalId: null }),

    due: (until, limit) =>
      findIds(
        database,
        table,
        { status: "AUTHORIZED", reversalId: null },
        sql`AND authorized_at <= ${until} ORDER BY authorized_at LIMIT ${limit}`,
      ),
  };
}
