import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Single values that outlive a restart. */
export interface SettingStore {
  read(name: string): Promise<string | undefined>;
  write(name: string, value: string): Promise<void>;
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
        .onConflict((conflict) =>
          conflict.column("name").doUpdateSet({ value }),
        )
        .execute();
    },
  };
}
