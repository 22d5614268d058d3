import { Socket } from "node:net";
import Sqlite from "better-sqlite3";
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  type UnknownRow,
} from "kysely";
import pg from "pg";
import type { Settings } from "../settings.ts";
import type { Access } from "./access.ts";
import { waitForOtherProcesses } from "./locked-file.ts";
import { openSqliteFile, type SqliteFile } from "./sqlite-file.ts";
import type { Tables } from "./tables.ts";
import { threadedReads } from "./threaded-reads.ts";

/** An open database and the properties of its kind. */
export interface OpenDatabase {
  readonly database: Kysely<Tables>;
  /** For single statements that read much, if `database` would block the event loop. Destroy it too. */
  readonly longReads?: Kysely<Tables>;
  /**
   * Whether several transactions run at once, so that rows can be locked and locked rows skipped. Such a database can
   * also write to several tables in one statement.
   */
  readonly locksRows: boolean;
  /** Whether a transaction failed only because of a concurrent one, so that it should be run again. */
  readonly isConflict: (error: unknown) => boolean;
  /** Whether the database reported that it has not executed a statement. */
  readonly isRefused: (error: unknown) => boolean;
  /** Whether a query failed because its table does not exist. */
  readonly isMissingTable: (error: unknown) => boolean;
}

/** After this silence, a connection to PostgreSQL is closed. Longer than a statement waits for a lock. */
const SILENCE_MS = 20_000;

/**
 * Opens a database. Only this file knows the kinds of databases.
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
  return isPostgres(location)
    ? openPostgres(location, silenceMs)
    : openSqlite(openSqliteFile(location, access, mode, lockMs), lockMs);
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
  readonly mode?: Settings["mode"];
}

function queriesOf(dialect: Dialect): Kysely<Tables> {
  return new Kysely({ dialect: keepFirstErrors(dialect), plugins: [new RowsPlugin()] });
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
    for (const [name, value] of Object.entries(row))
      if (value !== null) mapped[this.camelCase(name)] = value;
    return mapped;
  }
}

/** Whether a location is a URL of PostgreSQL and not the path of a file. */
export function isPostgres(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}

/** How long a statement waits for another process to finish writing. */
const LOCK_MS = 5000;

function openSqlite(file: SqliteFile, lockMs: number): OpenDatabase {
  return {
    database: queriesOf(new ImmediateSqliteDialect(file, lockMs)),
    longReads: queriesOf(threadedReads(file.path)),
    locksRows: false,
    isConflict: () => false,
    isRefused: (error) => error instanceof Sqlite.SqliteError,
    isMissingTable: (error) =>
      error instanceof Sqlite.SqliteError && error.message.startsWith("no such table"),
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

/** Connections of one process. Ten processes stay within PostgreSQL's default of 100 connections. */
const POOL_CONNECTIONS = 10;

/** How long a query waits for a connection before it fails. */
const CONNECT_TIMEOUT_MS = 5000;

/**
 * Limits how long statements wait for locks, and how long a stopped process can keep its locks. PostgreSQL must end a
 * statement before the gateway closes the connection, because it would continue the statement otherwise. The limits are
 * set by statements, because connection poolers refuse them as connection parameters.
 */
const sessionLimits = (silenceMs: number) =>
  `SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '30s'; SET statement_timeout = ${Math.floor(silenceMs * 0.9)}`;

function openPostgres(connectionString: string, silenceMs: number): OpenDatabase {
  const pool = new pg.Pool({
    connectionString,
    max: POOL_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // After a failover or behind a firewall, a connection may neither answer nor end. The pool would never replace it.
    stream: () => endedBySilence(new Socket(), silenceMs),
    // The pool awaits the result, which its types do not declare.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client) => {
      await client.query(sessionLimits(silenceMs));
    },
    types: {
      // Amounts and times are below 2^53, so numbers are exact, as with SQLite.
      getTypeParser: (type, format): unknown =>
        type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format),
    },
  });
  // The pool replaces a broken idle connection. A query reports when the database is down.
  pool.on("error", () => undefined);
  // The pool listens only to idle connections. Without a listener, a connection that breaks in use would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  return {
    database: queriesOf(new PostgresDialect({ pool })),
    locksRows: true,
    isConflict: (error) => error instanceof pg.DatabaseError && conflicts.has(error.code ?? ""),
    isRefused: (error) => error instanceof pg.DatabaseError,
    isMissingTable: (error) => error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE,
  };
}

function endedBySilence(socket: Socket, silenceMs: number): Socket {
  return socket.setTimeout(silenceMs, () => {
    socket.destroy(new Error(`The database did not answer for ${silenceMs} ms.`));
  });
}

/** SQLSTATE (PostgreSQL, appendix A). */
const UNDEFINED_TABLE = "42P01";

/** SQLSTATEs (PostgreSQL, appendix A) of conflicts with another transaction. */
const conflicts: ReadonlySet<string> = new Set([
  // unique_violation: the other row was not visible yet when this transaction looked for it.
  "23505",
  // serialization_failure
  "40001",
  // deadlock_detected
  "40P01",
]);
