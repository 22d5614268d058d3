import type { Kysely } from "kysely";
import type { SettingStore } from "../../domain/store.ts";
import { findRow, updateRow } from "../rows.ts";
import { insertRow } from "../statement.ts";
import type { Tables } from "../tables.ts";

/** The position of the sandbox's clock relative to the machine's. */
export const CLOCK_SETTING = "clock";

/** Ended deliveries up to this time by the gateway's clock have been removed. */
export const REMOVED_UNTIL_SETTING = "deliveries-removed-until";

/** When the gateway last checked that it can write. */
export const WRITE_CHECK_SETTING = "write-check";

export function createSettingStore(database: Kysely<Tables>): SettingStore {
  const table = "settings";
  const read = async (name: string) => (await findRow(database, table, { name }))?.value;
  return {
    read,
    async write(name, value) {
      const replaced = "ON CONFLICT (name) DO UPDATE SET value = excluded.value";
      await insertRow(database, table, { name, value }, replaced);
    },
    async writeOnce(name, value) {
      await insertRow(database, table, { name, value }, "ON CONFLICT (name) DO NOTHING");
      const written = await read(name);
      if (written === undefined) throw new Error(`The setting "${name}" was not written.`);
      return written;
    },
    replace: (name, before, value) =>
      updateRow(database, table, { name, value: before }, { value }),
  };
}
