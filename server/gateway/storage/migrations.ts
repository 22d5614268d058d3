import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { OperatorError } from "../platform/operator-error.ts";
import type { Tables } from "./tables.ts";

/**
 * The SQL files of the migrations, in order. Databases have run them, so a change of the tables is a further file, and never
 * a change of one. A migration only adds, because the build before works on while the new one starts.
 */
const folder = join(import.meta.dirname, "migrations");

/** Another build has made or changed the tables. */
export class OtherBuildError extends OperatorError {
  constructor(place: string) {
    super(
      "other-build",
      `${place} was made by another build of the gateway, which this one cannot open. It was left as it is. ` +
        "Name another database in DATA_DIR or DATABASE_URL, or start the build that has made it.",
    );
  }
}

/**
 * Checks that this build knows all migrations of an existing database. It changes nothing.
 *
 * @param place what to call the database in a message
 * @throws OtherBuildError
 */
export async function requireKnownTables(database: Kysely<Tables>, place: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(database);
  const known = readMigrations(folder);
  if (!rows.every(({ name }) => Object.hasOwn(known, name))) throw new OtherBuildError(place);
}

/**
 * Runs the missing migrations under a lock. If several processes start at once, one migrates and the others wait.
 *
 * @throws Error naming the migration that failed
 */
export async function migrate(database: Kysely<Tables>, from = folder): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(readMigrations(from)) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof OperatorError) throw error;
  const failed = results?.find(({ status }) => status === "Error");
  throw new Error(
    `The database could not be migrated (${failed?.migrationName ?? "before the first step"}).`,
    { cause: error },
  );
}

function readMigrations(from: string): Record<string, Migration> {
  const files = readdirSync(from).sort();
  return Object.fromEntries(
    files.map((file) => [
      basename(file, ".sql"),
      { up: (database: Kysely<unknown>) => runFile(database, join(from, file)) },
    ]),
  );
}

async function runFile(database: Kysely<unknown>, file: string): Promise<void> {
  for (const statement of (await readFile(file, "utf8")).split(/;\n/))
    if (statement.trim() !== "") await sql.raw(statement).execute(database);
}
