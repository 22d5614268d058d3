import Sqlite from "better-sqlite3";
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDatabase,
  type SqliteStatement,
  type UnknownRow,
} from "kysely";
import { openPostgres } from "./postgres.ts";
import { makePrivate } from "./private-file.ts";
import type { Tables } from "./tables.ts";

/** An open database and the properties of its kind. */
export interface OpenDatabase extends Omit<DatabaseKind, "dialect"> {
  readonly database: Kysely<Tables>;
}

/** The properties of a kind of database. */
export interface DatabaseKind {
  readonly dialect: Dialect;
  /**
   * Whether several transactions run at once, so that rows can be locked and locked rows skipped. Such a database can
   * also write to several tables in one statement.
   */
  readonly locksRows: boolean;
  /** Whether a transaction had no effect because of a concurrent one, or of its connection, so that it should be run again. */
  readonly isConflict: (error: unknown) => boolean;
  /** Whether the database reported that it has not executed a statement. */
  readonly isRefused: (error: unknown) => boolean;
  /** Whether a query failed because its table does not exist. */
  readonly isMissingTable: (error: unknown) => boolean;
  /**
   * Checks that the database can store what the gateway stores.
   *
   * @throws UnsuitableDatabase
   */
  readonly requireSuitable: () => Promise<void>;
  /** Why a write failed, without anything confidential. */
  readonly reasonOf: (error: unknown) => string;
}

/** After this silence, a connection to PostgreSQL is closed. Longer than a statement waits for a lock. */
const SILENCE_MS = 20_000;

/**
 * Opens a database. Only this file and `postgres.ts` know the kinds of databases.
 *
 * @param location a `postgres://` URL, or the path of an SQLite file
 * @param options `silenceMs`: 0 waits without limit, as migrations of large tables need
 */
export function openDatabase(
  location: string,
  { silenceMs = SILENCE_MS }: { readonly silenceMs?: number } = {},
): OpenDatabase {
  const { dialect, ...kind } = isPostgres(location)
    ? openPostgres(location, silenceMs)
    : openSqlite(location);
  return { ...kind, database: new Kysely({ dialect, plugins: [new RowsPlugin()] }) };
}

/** Maps column names to those of `tables.ts`, and omits columns that are NULL. */
class RowsPlugin extends CamelCasePlugin {
  protected override mapRow(row: UnknownRow): UnknownRow {
    const mapped: UnknownRow = {};
    for (const [name, value] of Object.entries(row))
      if (value !== null) mapped[this.camelCase(name)] = value;
    return mapped;
  }
}

/** Whether a location is a URL of PostgreSQL and not the path of a file. */
export function isPostgres(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}

/** How long a connection waits for another process to finish writing. */
const BUSY_TIMEOUT_MS = 5000;

function openSqlite(path: string): DatabaseKind {
  makePrivate(path);
  const file = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
  file.pragma("journal_mode = WAL");
  // Below FULL, WAL may lose the last acknowledged orders when power fails.
  file.pragma("synchronous = FULL");
  file.pragma("foreign_keys = ON");
  return {
    dialect: new ImmediateSqliteDialect({ database: preparingOnce(file) }),
    locksRows: false,
    isConflict: () => false,
    isRefused: (error) => error instanceof Sqlite.SqliteError,
    isMissingTable: (error) =>
      error instanceof Sqlite.SqliteError && error.message.startsWith("no such table"),
    requireSuitable: () => Promise.resolve(),
    reasonOf(error) {
      const code = error instanceof Sqlite.SqliteError ? error.code : "";
      if (code === "SQLITE_FULL") return "the disk of the database is full";
      if (code.startsWith("SQLITE_READONLY")) return "the database file accepts only reads";
      if (code.startsWith("SQLITE_BUSY")) return "another process holds the database";
      return "the database file cannot be written";
    },
  };
}

/** More than the gateway's fixed statements. Lists of values add further ones. */
const MOST_STATEMENTS = 500;

/** Caches prepared statements, because preparing one costs as much as running it. */
function preparingOnce(file: Sqlite.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      const known = statements.get(text);
      if (known) return known;
      if (statements.size >= MOST_STATEMENTS) statements.clear();
      const statement = file.prepare(text);
      statements.set(text, statement);
      return statement;
    },
    close: () => {
      file.close();
    },
  };
}

class ImmediateSqliteDialect extends SqliteDialect {
  override createDriver(): Driver {
    return Object.assign(super.createDriver(), {
      // A deferred transaction that reads before it writes fails without waiting if another process has written meanwhile.
      async beginTransaction(connection: DatabaseConnection): Promise<void> {
        await connection.executeQuery(CompiledQuery.raw("begin immediate"));
      },
    });
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  // All migrations run in one transaction, which locks out other processes and is rolled back on failure.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
