import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type UnknownRow,
} from "kysely";
import { traceStatement } from "../platform/tracing.ts";
import type { Mode } from "../platform/mode.ts";
import type { Access } from "./access.ts";
import { groupedChanges, groupedOutbox } from "./sqlite/grouped-changes.ts";
import { waitForOtherProcesses } from "./sqlite/locked-file.ts";
import { openPostgres } from "./postgres/postgres.ts";
import { isSqliteError } from "./sqlite/sqlite-error.ts";
import { openSqliteFile, type SqliteFile } from "./sqlite/sqlite-file.ts";
import type { Tables } from "./tables.ts";
import { threadedReads } from "./sqlite/threaded-reads.ts";
import type { DatabaseKind, OpenDatabase } from "./database-kind.ts";

/** After this silence, a connection to PostgreSQL is closed. Longer than a statement waits for a lock. */
const SILENCE_MS = 20_000;

/**
 * Opens a database. Only this file and `postgres.ts` know the kinds of databases.
 *
 * @param location a `postgres://` URL, or the path of an SQLite file
 * @throws OperatorError if a file cannot be used
 */
export function openDatabase(
  location: string,
  {
    silenceMs = SILENCE_MS,
    lockMs = LOCK_MS,
    access = "make",
    mode = "production",
  }: DatabaseOptions = {},
): OpenDatabase {
  const { dialect, longReadsDialect, ...kind } = isPostgres(location)
    ? openPostgres(location, silenceMs)
    : openSqlite(openSqliteFile(location, access, mode, lockMs), lockMs);
  return {
    ...kind,
    database: queriesOf(dialect),
    ...(longReadsDialect && { longReads: queriesOf(longReadsDialect) }),
  };
}

/** Options of `openDatabase`. */
export interface DatabaseOptions {
  /** 0 waits without limit, as migrations of large tables need. */
  readonly silenceMs?: number;
  /** How long SQLite waits for another process to finish writing. */
  readonly lockMs?: number;
  /** Whether an SQLite file is made if it is missing, and may be changed; default: both. */
  readonly access?: Access;
  /** In production, which is the default, the folders above an SQLite file are checked, too. */
  readonly mode?: Mode;
}

function queriesOf(dialect: Dialect): Kysely<Tables> {
  return new Kysely({
    dialect: keepFirstErrors(dialect),
    plugins: [new RowsPlugin()],
    log: traceStatement,
  });
}

/**
 * Omits the error of a rollback, which would hide why the transaction failed. A rollback fails when the database has ended the
 * transaction itself, as SQLite does on a full disk, or when the connection is broken, and then the pool replaces it.
 */
function keepFirstErrors(dialect: Dialect): Dialect {
  const createDriver = dialect.createDriver.bind(dialect);
  return Object.assign(dialect, {
    createDriver() {
      const driver = createDriver();
      const rollback = driver.rollbackTransaction.bind(driver);
      return Object.assign(driver, {
        rollbackTransaction: (connection: DatabaseConnection) =>
          rollback(connection).catch(() => undefined),
      });
    },
  });
}

/** Maps column names to those of `tables.ts`, and omits columns that are NULL. */
class RowsPlugin extends CamelCasePlugin {
  protected override mapRow(row: UnknownRow): UnknownRow {
    const mapped: UnknownRow = {};
    // Faster than Object.entries with the rows of node:sqlite, which inherit nothing.
    for (const name in row) if (row[name] !== null) mapped[this.camelCase(name)] = row[name];
    return mapped;
  }
}

/** Whether a location is a URL of PostgreSQL and not the path of a file. */
export function isPostgres(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}

/** How long a statement waits for another process to finish writing. */
const LOCK_MS = 5000;

function openSqlite(file: SqliteFile, lockMs: number): DatabaseKind {
  return {
    dialect: new ImmediateSqliteDialect(file, lockMs),
    longReadsDialect: threadedReads(file.path),
    changes: groupedChanges,
    outbox: groupedOutbox,
    isConflict: () => false,
    isLost: () => false,
    isRefused: isSqliteError,
    isMissingTable: (error) => isSqliteError(error) && error.message.startsWith("no such table"),
    requireSuitable: () => Promise.resolve(),
    explain: (error) => error,
  };
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #file: SqliteFile;
  readonly #lockMs: number;

  constructor(file: SqliteFile, lockMs: number) {
    super({ database: file });
    this.#file = file;
    this.#lockMs = lockMs;
  }

  override createDriver(): Driver {
    const { requireSameFile, readsOnly } = this.#file;
    const driver = waitForOtherProcesses(super.createDriver(), this.#file, this.#lockMs);
    return Object.assign(driver, {
      // A deferred transaction that reads before it writes fails without waiting if another process has written meanwhile.
      async beginTransaction(connection: DatabaseConnection): Promise<void> {
        requireSameFile();
        await connection.executeQuery(CompiledQuery.raw(readsOnly ? "begin" : "begin immediate"));
      },
      async commitTransaction(connection: DatabaseConnection): Promise<void> {
        await connection.executeQuery(CompiledQuery.raw("commit"));
        requireSameFile();
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

  // `waitForOtherProcesses` shares the connection.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
