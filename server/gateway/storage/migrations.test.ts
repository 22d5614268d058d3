import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { audit } from "../domain/history/audit.ts";
import { PAYABLE_MS } from "../domain/payments/transaction.ts";
import { keyOfMode } from "../security/master-key.ts";
import { createCipher } from "../security/cipher.ts";
import { onPostgres, unmigratedLocation } from "../testing/open-gateway.ts";
import { openStorage } from "./open.ts";
import { columnOf } from "./statement.ts";
import { type Tables, tables } from "./tables.ts";
import { inDatabase } from "./testing/in-database.ts";

const cipher = createCipher(keyOfMode(new Uint8Array(32), "sandbox"));
const releases = join(import.meta.dirname, "testing", "releases");

/** By the last migration that the release had. */
const dumps = Object.fromEntries(
  readdirSync(releases).map((file) => [
    basename(file, ".sql"),
    readFileSync(join(releases, file), "utf8"),
  ]),
);

test("every release but this one has a dump", () => {
  const migrations = readdirSync(join(import.meta.dirname, "migrations")).sort();
  expect(Object.keys(dumps)).toEqual(migrations.slice(0, -1).map((file) => basename(file, ".sql")));
});

test.each(Object.keys(dumps))(
  "a database of the release %s keeps its records and gets the schema of a new one",
  async (release) => {
    const [old, fresh] = [await unmigratedLocation(), await unmigratedLocation()];
    await inDatabase(old, (database) => load(database, dumps[release] ?? ""));
    const before = await inDatabase(old, recordsOf);
    const storage = await openStorage(old, { mode: "sandbox" });
    onTestFinished(storage.close);
    expect(await inDatabase(old, recordsOf)).toEqual(before);
    await (await openStorage(fresh, { mode: "sandbox" })).close();
    expect(await inDatabase(old, schemaOf)).toEqual(await inDatabase(fresh, schemaOf));
  },
);

test("the way back from the last migration leads to the release before it", async () => {
  const location = await unmigratedLocation();
  const [last = ""] = readdirSync(join(import.meta.dirname, "migrations"))
    .sort()
    .reverse();
  const release = Object.keys(dumps).at(-1) ?? "";
  const stateOf = async (database: Kysely<Tables>) => [
    await schemaOf(database),
    await recordsOf(database),
    (await sql`SELECT name FROM kysely_migration ORDER BY name`.execute(database)).rows,
  ];
  await inDatabase(location, (database) => load(database, dumps[release] ?? ""));
  const before = await inDatabase(location, stateOf);
  await (await openStorage(location, { mode: "sandbox" })).close();
  const back = readFileSync(join(import.meta.dirname, "migrations-back", last), "utf8");
  await inDatabase(location, (database) => load(database, back));
  expect(await inDatabase(location, stateOf)).toEqual(before);
});

test("the records of the release 0001-initial-16a9b157 are listed and expire", async () => {
  const { transactions } = await openRelease("0001-initial-16a9b157");
  const now = 2000 + PAYABLE_MS;
  expect(await transactions.list({ partnerCode: "P1", limit: 50, page: 1 }, now)).toMatchObject({
    transactions: [{ id: "2" }, { id: "1" }],
    total: 2,
  });
  expect(await transactions.overdue(now, 1)).toEqual(["2"]);
});

test("the records of the release 0002-deadlines are in order, and its encrypted columns open", async () => {
  const store = await openRelease("0002-deadlines");
  expect(await audit({ store })).toMatchObject({ findings: [] });
  const partnerCode = "RELEASE";
  const found = await store.partners.find(partnerCode);
  for (const secret of [found?.secret, found?.previousSecret?.secret])
    expect(secret).toMatch(/^[\w-]{43}$/);
  const filter = { partnerCode, limit: 50, page: 1 };
  expect(await store.transactions.list(filter, 0)).toMatchObject({ total: 7 });
  const pending = { partnerCode, isRetry: false, receiver: "RELEASE shop.example", limit: 10 };
  const at = { gateway: Number.MAX_SAFE_INTEGER, machine: Number.MAX_SAFE_INTEGER };
  const leased = await store.deliveries.lease([pending], at, { id: "1", until: at.machine });
  for (const { content } of leased) expect(content).toContain("transactionId");
});

test("a new database has the columns of the tables that queries name", async () => {
  const location = await unmigratedLocation();
  await (await openStorage(location, { mode: "sandbox" })).close();
  await inDatabase(location, async (database) => {
    for (const { name, columns } of await database.introspection.getTables()) {
      const table = Object.entries(tables).find(([named]) => columnOf(named) === name)?.[1];
      const stored = columns.map((column) => [column.name, column.isNullable]);
      const named = Object.entries<{ isOptional?: boolean }>(table ?? {});
      expect(Object.fromEntries(stored)).toEqual(
        Object.fromEntries(
          named.map(([column, { isOptional = false }]) => [columnOf(column), isOptional]),
        ),
      );
    }
  });
});

async function openRelease(release: string) {
  const location = await unmigratedLocation();
  await inDatabase(location, (database) => load(database, dumps[release] ?? ""));
  const storage = await openStorage(location, { mode: "sandbox" });
  onTestFinished(storage.close);
  return storage.storeOf(cipher);
}

async function load(database: Kysely<Tables>, dump: string): Promise<void> {
  for (const statement of dump.replace(/^--.*\n/, "").split(/;\n/))
    if (statement.trim() !== "") await sql.raw(statement).execute(database);
}

/** The rows of the tables of the first release. */
async function recordsOf(database: Kysely<Tables>): Promise<readonly unknown[]> {
  const read = (["transactions", "history", "deliveries", "attempts"] as const).map((table) =>
    database.selectFrom(table).selectAll().execute(),
  );
  return Promise.all(read);
}

async function schemaOf(database: Kysely<Tables>): Promise<readonly unknown[]> {
  const query = onPostgres
    ? sql<{ part: string }>`
      SELECT table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable AS part
      FROM information_schema.columns WHERE table_schema = 'public'
      UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
      ORDER BY part`
    : sql<{ part: string }>`SELECT sql AS part FROM sqlite_master WHERE sql IS NOT NULL`;
  const { rows } = await query.execute(database);
  return rows
    .map(({ part }) =>
      part
        .replaceAll(/["\s]+/g, " ")
        .replaceAll(/ ?([(),]) ?/g, "$1")
        .toLowerCase(),
    )
    .sort();
}
