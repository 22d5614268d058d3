import { sql } from "kysely";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createPartner } from "../../domain/partners/partners.ts";
import { onPostgres, testLocation } from "../../testing/open-gateway.ts";
import { placeHosted } from "../../testing/orders.ts";
import { serve } from "../../testing/serve.ts";
import { startTcpProxy } from "../../testing/tcp-proxy.ts";
import { openDatabase } from "../dialect.ts";
import { openStorage } from "../open.ts";

describe.runIf(onPostgres)("PostgreSQL", () => {
  test("a statement waits for a lock for a limited time", async () => {
    const { database } = open(await testLocation());
    const { rows } = await sql`SHOW lock_timeout`.execute(database);
    expect(rows).toEqual([{ lockTimeout: "10s" }]);
  });

  test("PostgreSQL ends a statement before its connection is closed for silence", async () => {
    const { database } = open(await testLocation(), { silenceMs: 500 });
    await expect(sql`SELECT pg_sleep(5)`.execute(database)).rejects.toThrow("statement timeout");
  });

  test("a silent connection is closed and replaced", async () => {
    const proxy = await startTcpProxy(await testLocation());
    const { database } = open(proxy.location, { silenceMs: 1000 });
    const ask = () => sql`SELECT 1`.execute(database);
    const askAtOnce = () => Promise.allSettled(Array.from({ length: 20 }, ask));
    await askAtOnce();
    proxy.silence();
    // The queries on the silent connections fail. The others get new connections.
    expect((await askAtOnce()).filter(({ status }) => status === "fulfilled")).not.toEqual([]);
    await ask();
  });

  test("no connection stays with a server that accepts only reads", async () => {
    const { location, name, admin } = await ownDatabase();
    const storage = await openStorage(location, { mode: "sandbox" });
    onTestFinished(storage.close);
    const write = () => storage.settings.write("name", "value");
    const writeAtOnce = async () => {
      const ends = await Promise.allSettled(Array.from({ length: 20 }, write));
      return ends.filter(({ status }) => status === "rejected").length;
    };
    expect(await writeAtOnce()).toBe(0);
    await admin(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await admin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    await expect
      .poll(() => storage.checkWritable().catch((error: unknown) => error))
      .toMatchObject({ code: "database-read-only" });
    const waiting = writeAtOnce();
    await admin(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    // A request waits for a while until the server accepts writes.
    expect(await waiting).toBe(0);
    expect(await writeAtOnce()).toBe(0);
  });

  test("a transaction on a session that has become read-only runs again on another one", async () => {
    const { location } = await ownDatabase();
    const { database, isConflict } = open(location);
    await Promise.all(
      Array.from({ length: 10 }, () =>
        sql`SET default_transaction_read_only = on`.execute(database),
      ),
    );
    const write = () => sql`CREATE TABLE IF NOT EXISTS made (id integer)`.execute(database);
    const refusals: unknown[] = [];
    for (let runs = 0; runs < 11; runs += 1)
      await write().catch((error: unknown) => refusals.push(error));
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.every(isConflict)).toBe(true);
    // Each of the ten sessions has failed once at most.
    await write();
  });

  test("a statement that was cancelled leaves its connection in the pool", async () => {
    const { database } = open(await testLocation());
    const pid = async () => (await sql`SELECT pg_backend_pid() AS pid`.execute(database)).rows;
    const before = await pid();
    await expect(
      sql`SELECT set_config('statement_timeout', '50', false), pg_sleep(0)`
        .execute(database)
        .then(() => sql`SELECT pg_sleep(5)`.execute(database)),
    ).rejects.toThrow("statement timeout");
    expect(await pid()).toEqual(before);
  });

  test("the first error of a transaction is reported if its connection is lost", async () => {
    const { database } = open(await testLocation());
    const lost = database.transaction().execute(async (transaction) => {
      await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(transaction);
    });
    await expect(lost).rejects.toThrow("terminating connection");
    await sql`SELECT 1`.execute(database);
  });

  test("only a statement that was certainly not executed counts as refused", async () => {
    const { database, isRefused } = open(await testLocation());
    const errorOf = (text: string) =>
      sql
        .raw(text)
        .execute(database)
        .then(
          () => undefined,
          (error: unknown) => error,
        );
    expect(isRefused(await errorOf("SELECT 1 / 0"))).toBe(true);
    expect(isRefused(await errorOf("SELECT pg_terminate_backend(pg_backend_pid())"))).toBe(false);
  });

  test("a session has the settings that the gateway relies on", async () => {
    const { location, name, admin } = await ownDatabase();
    for (const setting of [
      "synchronous_commit = off",
      "default_transaction_isolation = 'serializable'",
      "standard_conforming_strings = off",
      "client_encoding = 'LATIN1'",
      "statement_timeout = 100",
    ])
      await admin(`ALTER DATABASE ${name} SET ${setting}`);
    const { database } = open(location);
    const { rows } = await sql`
      SELECT current_setting('synchronous_commit') AS commit,
        current_setting('default_transaction_isolation') AS isolation,
        current_setting('standard_conforming_strings') AS strings,
        current_setting('client_encoding') AS encoding`.execute(database);
    expect(rows).toEqual([
      { commit: "on", isolation: "read committed", strings: "on", encoding: "UTF8" },
    ]);
  });

  test.each(["LATIN1", "SQL_ASCII"])(
    "a database with the encoding %s is refused and stays empty",
    async (encoding) => {
      const { location } = await ownDatabase(
        `ENCODING '${encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
      );
      await expect(openStorage(location, { mode: "sandbox" })).rejects.toThrow(
        new RegExp(`${encoding}.*createdb --template=template0 --encoding=UTF8`),
      );
      const client = new pg.Client(location);
      await client.connect();
      const { rows } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'");
      await client.end();
      expect(rows).toEqual([]);
    },
  );

  test("a role that switches foreign keys off is refused", async () => {
    const { location, name, admin } = await ownDatabase();
    await admin(`ALTER DATABASE ${name} SET session_replication_role = replica`);
    await expect(openStorage(location, { mode: "sandbox" })).rejects.toMatchObject({
      code: "database-unsuitable",
    });
  });

  test("a role that may not use a table is refused", async () => {
    const { location, name, admin } = await ownDatabase();
    await (await openStorage(location, { mode: "sandbox" })).close();
    const role = `${name}_role`;
    await admin(`CREATE ROLE ${role} LOGIN PASSWORD 'password'`);
    const url = new URL(location);
    const client = new pg.Client(location);
    await client.connect();
    await client.query(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
    );
    await client.query(`REVOKE UPDATE ON saved_cards FROM ${role}`);
    await client.end();
    url.username = role;
    url.password = "password";
    await expect(openStorage(url.href, { mode: "sandbox", access: "change" })).rejects.toThrow(
      "GRANT SELECT, INSERT, UPDATE, DELETE ON saved_cards TO NAME",
    );
  });

  test("slow reads of one partner do not delay others", async () => {
    const { settings, url, gateway, call } = await serve();
    const { partner } = await createPartner(gateway, "P2", { ownerType: false });
    const blocker = new pg.Client(settings.databaseUrl);
    await blocker.connect();
    onTestFinished(() => blocker.end());
    await blocker.query("BEGIN; LOCK TABLE deliveries");
    const reads = Array.from({ length: 20 }, () => call("GET", "/sandbox/deliveries"));
    // Later than the reads
    await expect.poll(() => waitingSessions(blocker)).toBeGreaterThan(3);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => placeHosted(gateway, partner, `o-${at}`)),
    );
    expect((await call("POST", "/api/v2/orders/payment", {})).status).toBe(400);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await waitingSessions(blocker)).toBeGreaterThan(3);
    await blocker.query("ROLLBACK");
    const statuses = (await Promise.all(reads)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

function open(...given: Parameters<typeof openDatabase>) {
  const opened = openDatabase(...given);
  onTestFinished(() => opened.database.destroy());
  return opened;
}

/** The number of sessions that wait for a lock. */
async function waitingSessions(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    "SELECT FROM pg_locks WHERE NOT granted AND relation = 'deliveries'::regclass",
  );
  return rows.length;
}

/** A database that the test may change, and that is dropped with it. */
async function ownDatabase(options = "") {
  const server = inject("postgresUrl") ?? "";
  const client = new pg.Client(server);
  await client.connect();
  const name = `own_${Date.now()}_${Math.floor(Math.random() * 1e6)}`;
  await client.query(`CREATE DATABASE ${name} ${options}`);
  onTestFinished(async () => {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await client.end();
  });
  return {
    location: new URL(name, server).href,
    name,
    admin: (text: string) => client.query(text),
  };
}
