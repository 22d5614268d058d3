import { type Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { audit } from "../domain/history/audit.ts";
import { sandboxBank } from "../domain/bank/bank-sandbox.ts";
import { createPartner } from "../domain/partners/partners.ts";
import { openGateway } from "../process/open.ts";
import { createCipher } from "../platform/security/cipher.ts";
import { databaseFile } from "../process/settings.ts";
import { onPostgres, testSettings, unmigratedLocation } from "../testing/open-gateway.ts";
import { placeDirect, placeHosted } from "../testing/orders.ts";
import { copyDatabase } from "./copy-database.ts";
import { openStorage } from "./open.ts";
import { type Tables, tables } from "./tables.ts";
import { inDatabase } from "../testing/in-database.ts";

describe.runIf(onPostgres)("a copy to PostgreSQL", () => {
  test("has every row of the SQLite database, and is refused if there are partners", async () => {
    const url = await unmigratedLocation();
    const settings = { ...(await testSettings()), databaseUrl: undefined };
    const { gateway, close } = await openGateway(settings, sandboxBank);
    const { partner } = await createPartner(gateway, "P1", { ownerType: false });
    await placeHosted(gateway, partner, "o-1");
    await placeDirect(gateway, partner, "o-2");
    const path = databaseFile(settings.dataDirectory);
    await expect(copyDatabase(path, url, "sandbox")).rejects.toThrow("End it first.");
    await close();
    const counts = await copyDatabase(path, url, "sandbox");
    const copied = await inDatabase(url, rowsOf);
    expect(copied).toEqual(await inDatabase(path, rowsOf));
    expect(counts).toMatchObject({ transactions: 2, verifications: 1, history: 3 });
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
