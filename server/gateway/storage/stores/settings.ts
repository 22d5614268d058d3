import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/** Where the sandbox's clock stands to the machine's. */
export const CLOCK_SETTING = "clock";

/** Single values that outlive a restart. */
export interface SettingStore {
  read(name: string): Promise<string | undefined>;
  write(name: string, value: string): Promise<void>;
  /** Writes only what is not there yet, and answers what is there now. */
  writeOnce(name: string, value: string): Promise<string>;
  /** False, and nothing written, when `before` is no longer there. */
  replace(name: string, before: string, value: string): Promise<boolean>;
}

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
      const { numUpdatedRows } = await database
        .updateTable("settings")
        .set({ value })
        .where("name", "=", name)
        .where("value", "=", before)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}
