import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { createPartner } from "../domain/partners/partners.ts";
import {
  onPostgres,
  openTestGateway,
  temporaryFolder,
  testLocation,
  unmigratedLocation,
} from "../testing/open-gateway.ts";
import { databaseUnreachable } from "../platform/operator-error.ts";
import { openStorage } from "./open.ts";

test.runIf(!onPostgres)("SQLite uses write-ahead logging", async () => {
  const { folder } = await openTestGateway();
  const database = new DatabaseSync(join(folder, "gateway.sqlite"));
  expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  database.close();
});

test("foreign keys are enforced", async () => {
  const gateway = await openTestGateway();
  await expect(
    gateway.store.authorizations.add({
      id: "1",
      partnerCode: "nobody",
      merchantRefId: "r",
      amount: 1000,
      currency: "VND",
      status: "AUTHORIZED",
      authorizedAt: 0,
    }),
  ).rejects.toThrow(/foreign key/i);
});

test("an unreachable database is reported", async () => {
  const nowhere = onPostgres
    ? "postgres://nobody@127.0.0.1:1/none"
    : join(temporaryFolder(), "missing", "gateway.sqlite");
  await expect(openStorage(nowhere, { mode: "sandbox" })).rejects.toThrow();
});

test("the reason is that of the first address of a name", () => {
  const refused = new AggregateError([new Error("refused by ::1"), new Error("by 127.0.0.1")]);
  expect(databaseUnreachable(refused).message).toContain("refused by ::1. Check DATABASE_URL");
});

test("an empty database is not made a gateway's by what only reads or changes", async () => {
  const location = await unmigratedLocation();
  // Each would find tables that the one before it made.
  for (const access of ["read", "change", "read"] as const)
    await expect(openStorage(location, { mode: "sandbox", access })).rejects.toMatchObject({
      code: "no-gateway",
    });
});

test("ping succeeds until the database is closed", async () => {
  const { ping, close } = await openStorage(await testLocation(), { mode: "sandbox" });
  await ping();
  await close();
  await expect(ping()).rejects.toThrow();
});

test("whether a write is possible is checked by writing, at most once a second", async () => {
  const location = await testLocation();
  const { checkWritable, settings, close } = await openStorage(location, { mode: "sandbox" });
  const written = () => settings.read("write-check");
  await Promise.all(Array.from({ length: 5 }, checkWritable));
  const first = await written();
  expect(first).toBeDefined();
  await checkWritable();
  expect(await written()).toBe(first);
  await wait(1100);
  await checkWritable();
  expect(await written()).not.toBe(first);
  await close();
  await wait(1100);
  await expect(checkWritable()).rejects.toThrow();
});

test.runIf(onPostgres)("a broken connection is replaced", async () => {
  const location = await testLocation();
  const { ping, close } = await openStorage(location, { mode: "sandbox" });
  await Promise.all(Array.from({ length: 5 }, ping));
  const client = new pg.Client(location);
  await client.connect();
  const { rowCount } = await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  await client.end();
  expect(rowCount).toBeGreaterThan(1);
  // Each broken connection fails at most one query.
  await vi.waitFor(ping, { timeout: 10_000 });
  await close();
});

test("a partner can have more sub accounts than one statement has parameters", async () => {
  const gateway = await openTestGateway();
  const subAccounts = Array.from({ length: 40_000 }, (_, at) => `S${at}`);
  await createPartner(gateway, "P1", { ownerType: true, subAccounts });
  const { partners } = gateway.store;
  expect(await partners.hasSubAccount("P1", "S39999")).toBe(true);
});
