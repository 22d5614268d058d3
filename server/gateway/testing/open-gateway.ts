import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import type { Gateway } from "../domain/dependencies.ts";
import type { Partner } from "../domain/partners/partner.ts";
import { createPartner, type PartnerRequest } from "../domain/partners/partners.ts";
import { createEffects } from "../system-effects.ts";
import { sandboxBank } from "../domain/bank/bank-sandbox.ts";
import { createOtps } from "../security/otp.ts";
import { createSeal } from "../security/seal.ts";
import { readSettings, type Settings } from "../settings.ts";
import { openStorage } from "../storage/open.ts";

/** A folder that is removed when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gateway-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Whether this run of the tests is the one on PostgreSQL. */
export const onPostgres = inject("postgresUrl") !== undefined;

/** An empty database. */
export interface TestDatabase {
  /** Undefined in the run on SQLite: the database is in the data folder. */
  readonly url: string | undefined;
  /** Gives it back when nobody is connected any more. */
  readonly release: () => Promise<void>;
}

/**
 * A database on the PostgreSQL that this run of the tests is for; for SQLite there is nothing to make.
 *
 * @param emptying how it is emptied for others: without its tables where these are not what a gateway makes
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

// A database takes a tenth of a second to make, its tables half of that, and their rows a hundredth to delete.
const emptied: string[] = [];

const DROP_TABLES = "DROP SCHEMA public CASCADE; CREATE SCHEMA public";

/** Of every table, whatever refers to whatever. What is known of the migrations stays. */
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

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Where a database of this test's own is opened: in the folder, or on PostgreSQL. */
export async function testLocation(folder = temporaryFolder()): Promise<string> {
  const { url, release } = await takeTestDatabase();
  onTestFinished(release);
  return url ?? join(folder, "gateway.sqlite");
}

/** Where a test makes tables of its own. */
export async function unmigratedLocation(): Promise<string> {
  const { url, release } = await takeTestDatabase(DROP_TABLES);
  onTestFinished(release);
  return url ?? join(temporaryFolder(), "gateway.sqlite");
}

/** Settings of a gateway on any free port, with a data folder and a database of its own. */
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

/** A gateway on a database of its own, whose clock moves when it is told to. */
export interface TestGateway extends Gateway {
  readonly folder: string;
  advance(byMs: number): void;
  addPartner(code: string, request?: Partial<PartnerRequest>): Promise<Partner>;
}

/** Opens a gateway for one test. */
export async function openTestGateway(folder = temporaryFolder()): Promise<TestGateway> {
  let now = Date.UTC(2026, 10, 20, 3);
  const storage = await openStorage(await testLocation(folder), { mode: "sandbox" });
  onTestFinished(storage.close);
  const gateway: Gateway = {
    ...createEffects({ now: () => now }),
    store: storage.storeOf(createSeal(new Uint8Array(32))),
    bank: sandboxBank,
    otps: createOtps(new Uint8Array(32)),
  };
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
