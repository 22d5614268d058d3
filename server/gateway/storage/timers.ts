import type { Kysely } from "kysely";
import type { Store } from "../domain/store.ts";
import type { Tables } from "./tables.ts";

/** Moves the times from which it is counted when something open is over or due. What is final keeps its times. */
export function createTimers(database: Kysely<Tables>): Pick<Store, "moveTimers"> {
  return {
    async moveTimers(byMs) {
      await database
        .updateTable("transactions")
        .set(({ eb }) => ({
          createdAt: eb("createdAt", "+", byMs),
          updatedAt: eb("updatedAt", "+", byMs),
        }))
        .where("status", "in", ["pending", "processing"])
        .execute();
      await database
        .updateTable("verifications")
        .set(({ eb }) => ({
          createdAt: eb("createdAt", "+", byMs),
          expiresAt: eb("expiresAt", "+", byMs),
        }))
        .where("status", "=", "AUTHENTICATE_REQUIRED")
        .execute();
      await database
        .updateTable("authorizations")
        .set(({ eb }) => ({
          authorizedAt: eb("authorizedAt", "+", byMs),
          updatedAt: eb("updatedAt", "+", byMs),
        }))
        .where("status", "=", "AUTHORIZED")
        .execute();
      await database
        .updateTable("reversals")
        .set(({ eb }) => ({
          createdAt: eb("createdAt", "+", byMs),
          updatedAt: eb("updatedAt", "+", byMs),
          askedAt: eb("askedAt", "+", byMs),
        }))
        .where("status", "=", "pending")
        .execute();
      await database
        .updateTable("deliveries")
        .set(({ eb }) => ({
          createdAt: eb("createdAt", "+", byMs),
          dueAt: eb("dueAt", "+", byMs),
        }))
        .where("status", "=", "pending")
        .execute();
    },
  };
}
