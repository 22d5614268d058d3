import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { audit } from "../domain/history/audit.ts";
import { createCipher } from "../security/cipher.ts";
import { onPostgres, temporaryFolder, unmigratedLocation } from "../testing/open-gateway.ts";
import { copyDatabase } from "./copy-database.ts";
import { openStorage } from "./open.ts";
import { type Tables, tables } from "./tables.ts";
import { inDatabase } from "./testing/in-database.ts";

const dump = readFileSync(
  join(import.meta.dirname, "testing", "releases", "0002-deadlines.sql"),
  "utf8",
);

describe.runIf(onPostgres)("a copy to PostgreSQL", () => {
  test("has every row of the SQLite database, and is refused if there are partners", async () => {
    const [path, url] = [join(temporaryFolder(), "gateway.sqlite"), await unmigratedLocation()];
    await inDatabase(path, async (database) => {
      for (const statement of dump.split(/;\n/))
        if (statement.trim() !== "") await sql.raw(statement).execute(database);
    });
    const counts = await copyDatabase(path, url, "sandbox");
    const copied = await inDatabase(url, rowsOf);
    expect(copied).toEqual(await inDatabase(path, rowsOf));
    expect(Object.values(copied).map(({ length }) => length)).toEqual(Object.values(counts));
    const storage = await openStorage(url, { mode: "sandbox" });
    const store = storage.storeOf(createCipher(new Uint8Array(32)));
    expect((await audit({ store })).findings).toEqual([]);
    await storage.close();
    await expect(copyDatabase(path, url, "sandbox")).rejects.toThrow("has partners already");
  });
});

/** All rows by table, sorted as text. */
async function rowsOf(database: Kysely<Tables>): Promise<Record<string, string[]>> {
  const entries = Object.keys(tables).map(async (table) => {
    const { rows } = await sql<object>`SELECT * FROM ${sql.table(table)}`.execute(database);
    const texts = rows.map((row) => JSON.stringify(Object.entries(row).sort()));
    return [table, texts.sort()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
