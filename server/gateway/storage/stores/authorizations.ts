import { type Kysely, sql } from "kysely";
import type { AuthorizationStore } from "../../domain/store.ts";
import { findRow, moveRow } from "./records.ts";
import { ownedBy, updatesOne } from "../queries.ts";
import type { Tables } from "../tables.ts";

export function createAuthorizationStore(database: Kysely<Tables>): AuthorizationStore {
  const get = (id: string) => findRow(database, "authorizations", id);
  return {
    async add(authorization) {
      await database
        .insertInto("authorizations")
        .values({ ...authorization, updatedAt: authorization.authorizedAt })
        .execute();
    },

    find: (caller, id) => ownedBy(caller, get(id)),
    get,

    move: (id, move, reversalId) =>
      moveRow(
        database,
        "authorizations",
        id,
        move,
        {},
        sql`AND reversal_id IS NOT DISTINCT FROM ${reversalId ?? null}`,
      ),

    async reserve(id, reversalId) {
      return updatesOne(
        database
          .updateTable("authorizations")
          .set({ reversalId })
          .where("id", "=", id)
          .where("status", "=", "AUTHORIZED")
          .where("reversalId", "is", null),
      );
    },

    async release(id, reversalId) {
      return updatesOne(
        database
          .updateTable("authorizations")
          .set({ reversalId: null })
          .where("id", "=", id)
          .where("status", "=", "AUTHORIZED")
          .where("reversalId", "=", reversalId),
      );
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
