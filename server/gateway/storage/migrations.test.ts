import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { PAYABLE_MS } from "../domain/payments/transaction.ts";
import { onPostgres, unmigratedLocation } from "../testing/open-gateway.ts";
import { createCipher } from "../security/cipher.ts";
import { openDatabase } from "./dialect.ts";
import { openStorage } from "./open.ts";
import type { Tables } from "./tables.ts";

const firstSchema = readFileSync(join(import.meta.dirname, "testing", "first-schema.sql"), "utf8");

test("a database of the first schema keeps its orders and gets the schema of a new one", async () => {
  const [old, fresh] = [await unmigratedLocation(), await unmigratedLocation()];
  await inDatabase(old, async (database) => {
    for (const statement of firstSchema.replace(/^--.*\n/, "").split(/;\n/))
      if (statement.trim() !== "") await sql.raw(statement).execute(database);
  });
  const storage = await openStorage(old, { mode: "sandbox" });
  onTestFinished(storage.close);
  const { transactions } = storage.storeOf(createCipher(new Uint8Array(32)));
  const now = 2000 + PAYABLE_MS;
  expect(await transactions.list({ partnerCode: "P1", limit: 50, page: 1 }, now)).toMatchObject({
    transactions: [{ id: "2" }, { id: "1" }],
    total: 2,
  });
  expect(await transactions.overdue(now, 1)).toEqual(["2"]);

  await (await openStorage(fresh, { mode: "sandbox" })).close();
  expect(await inDatabase(old, schemaOf)).toEqual(await inDatabase(fresh, schemaOf));
});

async function inDatabase<Result>(
  location: string,
  work: (database: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const { database } = openDatabase(location);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

async function schemaOf(database: Kysely<Tables>): Promise<readonly unknown[]> {
  const query = onPostgres
    ? sql`
      SELECT table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable AS part
      FROM information_schema.columns WHERE table_schema = 'public'
      UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY part`
    : sql`SELECT sql AS part FROM sqlite_master WHERE sql IS NOT NULL ORDER BY part`;
  return (await query.execute(database)).rows;
}
