import type { Kysely } from "kysely";
import type { VerificationStore } from "../../domain/store.ts";
import { findRow, moveRow } from "./records.ts";
import { updatesOne } from "../queries.ts";
import type { Tables } from "../tables.ts";

export function createVerificationStore(database: Kysely<Tables>): VerificationStore {
  return {
    async add(verification) {
      await database.insertInto("verifications").values(verification).execute();
    },

    get: (id) => findRow(database, "verifications", id),

    ofTransaction: (transactionId) =>
      database
        .selectFrom("verifications")
        .selectAll()
        .where("transactionId", "=", transactionId)
        .executeTakeFirst(),

    move: (id, move) => moveRow(database, "verifications", id, move),

    async countWrongOtp(id, before) {
      return updatesOne(
        database
          .updateTable("verifications")
          .set({ wrongOtps: before + 1 })
          .where("id", "=", id)
          .where("wrongOtps", "=", before),
      );
    },

    async due(until, limit) {
      const rows = await database
        .selectFrom("verifications")
        .select("transactionId")
        .where("status", "=", "AUTHENTICATE_REQUIRED")
        .where("expiresAt", "<=", until)
        .orderBy("expiresAt")
        .limit(limit)
        .execute();
      return rows.map(({ transactionId }) => transactionId);
    },
  };
}
