import type { Kysely } from "kysely";
import type { AuthorizationStore } from "../../domain/store.ts";
import { ownedBy, updatesOne } from "../queries.ts";
import type { Tables } from "../tables.ts";

export function createAuthorizationStore(database: Kysely<Tables>): AuthorizationStore {
  const get = (id: string) =>
    database.selectFrom("authorizations").selectAll().where("id", "=", id).executeTakeFirst();
  return {
    async add(authorization) {
      await database
        .insertInto("authorizations")
        .values({ ...authorization, updatedAt: authorization.authorizedAt })
        .execute();
    },

    find: (caller, id) => ownedBy(caller, get(id)),
    get,

    async move(id, { from, to, at }, reversalId) {
      return updatesOne(
        database
          .updateTable("authorizations")
          .set({ status: to, updatedAt: at })
          .where("id", "=", id)
          .where("status", "=", from)
          .where("reversalId", "is not distinct from", reversalId ?? null),
      );
    },

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
