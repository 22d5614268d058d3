import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { merchantEvents } from "../callbacks/merchant-events.ts";
import type { Gateway } from "../domain/dependencies.ts";
import type { Partner } from "../domain/partners/partner.ts";
import { createPartner, type PartnerRequest } from "../domain/partners/partners.ts";
import { createEffects } from "../platform/system-effects.ts";
import { sandboxBank } from "../domain/bank/bank-sandbox.ts";
import { createOtps } from "../platform/security/otp.ts";
import { createCipher } from "../platform/security/cipher.ts";
import { readSettings, type Settings } from "../process/settings.ts";
import { openStorage, type Storage } from "../storage/open.ts";

/** Makes a folder that is removed when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gateway-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Whether the tests run on PostgreSQL. */
export const onPostgres = inject("postgresUrl") !== undefined;

/** An empty database. */
export interface TestDatabase {
  /** Undefined on SQLite, where the database is in the data folder. */
  readonly url: string | undefined;
  /** Returns the database for other tests after all connections are closed. */
  readonly release: () => Promise<void>;
}

/**
 * Takes an empty database of PostgreSQL. On SQLite it does nothing.
 *
 * @param emptying statement that empties the database for other tests; `DROP_TABLES` if its tables differ from those of a gateway
 */
export async function takeTestDatabase(emptying = DELETE_ROWS): Promise<TestDatabase> {
  const server = inject("postgresUrl");
  if (server === undefined) return { url: undefined, release: () => Promise.resolve() };
  const used = emptied.pop();
  if (used !== undefined && emptying === DROP_TABLES) await execute(used, DROP_TABLES);
  const url = used ?? (await createDatabase(server));
  return {
    url,
    async release() {
      await execute(url, emptying);
      emptied.push(url);
    },
  };
}

// Making a database takes 100 ms and its tables 50 ms, but deleting the rows takes 10 ms.
const emptied: string[] = [];

const DROP_TABLES = "DROP SCHEMA public CASCADE; CREATE SCHEMA public";

/** Deletes the rows of all tables except those of the migrations, without checking foreign keys. */
const DELETE_ROWS = `DO $$
  DECLARE each text;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR each IN SELECT tablename FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%'
    LOOP EXECUTE format('DELETE FROM %I', each); END LOOP;
  END $$`;

async function createDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await execute(server, `CREATE DATABASE ${name}`);
  return new URL(name, server).href;
}

/** Runs statements on a PostgreSQL, on a connection of their own. */
export async function execute(url: string, statements: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statements);
  await client.end();
}

/** The location of an empty database for a test: in the folder, or on PostgreSQL. */
export async function testLocation(folder = temporaryFolder()): Promise<string> {
  const { url, release } = await takeTestDatabase();
  onTestFinished(release);
  return url ?? join(folder, "gateway.sqlite");
}

/** The location of a database without tables. */
export async function unmigratedLocation(): Promise<string> {
  const { url, release } = await takeTestDatabase(DROP_TABLES);
  onTestFinished(release);
  return url ?? join(temporaryFolder(), "gateway.sqlite");
}

/** Settings of a gateway on a free port, with an empty data folder and database. */
export async function testSettings(further: Partial<Settings> = {}): Promise<Settings> {
  const defaults = readSettings({ PORT: "0", LOG_LEVEL: "silent" });
  const { url, release } = await takeTestDatabase();
  onTestFinished(release);
  return {
    ...defaults,
    dataDirectory: temporaryFolder(),
    databaseUrl: url,
    ...further,
  };
}

/** What makes settings those of production, with a bank that declines every payment. */
export const inProduction = {
  mode: "production",
  masterKey: new Uint8Array(32),
  bankModule: join(import.meta.dirname, "bank.ts"),
} as const satisfies Partial<Settings>;

/** A gateway with an empty database and a clock that moves only with `advance`. */
export interface TestGateway extends Gateway {
  readonly folder: string;
  advance(byMs: number): void;
  addPartner(code: string, request?: Partial<PartnerRequest>): Promise<Partner>;
}

/** A gateway with the data of a storage. */
export function gatewayOn(storage: Storage, now: () => number): Gateway {
  return {
    ...createEffects({ now }),
    events: merchantEvents,
    store: storage.storeOf(createCipher(new Uint8Array(32))),
    bank: sandboxBank,
    otps: createOtps(new Uint8Array(32)),
  };
}

/** Opens a gateway for one test. */
export async function openTestGateway(folder = temporaryFolder()): Promise<TestGateway> {
  let now = Date.UTC(2026, 10, 20, 3);
  const storage = await openStorage(await testLocation(folder), { mode: "sandbox" });
  onTestFinished(storage.close);
  const gateway = gatewayOn(storage, () => now);
  return {
    ...gateway,
    folder,
    advance(byMs) {
      now += byMs;
    },
    async addPartner(code, request) {
      const full = { ownerType: false, ...request };
      return (await createPartner(gateway, code, full)).partner;
    },
  };
}
