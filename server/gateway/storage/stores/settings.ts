import type { Kysely } from "kysely";
import type { SettingStore } from "../../domain/store.ts";
import { updatesOne } from "../queries.ts";
import type { Tables } from "../tables.ts";

/** Where the sandbox's clock stands to the machine's. */
export const CLOCK_SETTING = "clock";

/** The latest time, by the gateway's clock, until which deliveries that have ended were removed. */
export const REMOVED_UNTIL_SETTING = "deliveries-removed-until";

export type { SettingStore };

export function createSettingStore(database: Kysely<Tables>): SettingStore {
  return {
    async read(name) {
      const row = await database
        .selectFrom("settings")
        .select("value")
        .where("name", "=", name)
        .executeTakeFirst();
      return row?.value;
    },
    async write(name, value) {
      await database
        .insertInto("settings")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute();
    },
    async writeOnce(name, value) {
      await database
        .insertInto("settings")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      const row = await database
        .selectFrom("settings")
        .select("value")
        .where("name", "=", name)
        .executeTakeFirstOrThrow();
      return row.value;
    },
    async replace(name, before, value) {
      return updatesOne(
        database
          .updateTable("settings")
          .set({ value })
          .where("name", "=", name)
          .where("value", "=", before),
      );
    },
  };
}
