import type { Kysely } from "kysely";
import type { VerificationStore } from "../domain/store.ts";
import type { Tables } from "./tables.ts";

export function createVerificationStore(
  database: Kysely<Tables>,
): VerificationStore {
  return {
    async add(verification) {
      await database.insertInto("verifications").values(verification).execute();
    },
  };
}
