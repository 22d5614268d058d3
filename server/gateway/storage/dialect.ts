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
  type SqliteDatabase,
  type SqliteStatement,
  type UnknownRow,
} from "kysely";
import pg from "pg";
import { waitForOtherProcesses } from "./locked-file.ts";
import { makePrivate } from "./private-file.ts";
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
 * @param options `silenceMs`: 0 waits without limit, as migrations of large tables need; `lockMs`: how long SQLite waits
 *   for another process to finish writing
 */
export function openDatabase(
  location: string,
  {
    silenceMs = SILENCE_MS,
    lockMs = LOCK_MS,
  }: { readonly silenceMs?: number; readonly lockMs?: number } = {},
): OpenDatabase {
  return isPostgres(location) ? openPostgres(location, silenceMs) : openSqlite(location, lockMs);
}

function queriesOf(dialect: Dialect): Kysely<Tables> {
  return new Kysely({ dialect, plugins: [new RowsPlugin()] });
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

function openSqlite(path: string, lockMs: number): OpenDatabase {
  makePrivate(path);
  const file = new Sqlite(path, { timeout: lockMs });
  file.pragma("journal_mode = WAL");
  // Below FULL, WAL may lose the last acknowledged orders when power fails.
  file.pragma("synchronous = FULL");
  file.pragma("foreign_keys = ON");
  // From now on SQLite must not wait itself, because it would block the event loop.
  file.pragma("busy_timeout = 0");
  return {
    database: queriesOf(new ImmediateSqliteDialect(file, lockMs)),
    longReads: queriesOf(threadedReads(path)),
    locksRows: false,
    isConflict: () => false,
    isRefused: (error) => error instanceof Sqlite.SqliteError,
    isMissingTable: (error) =>
      error instanceof Sqlite.SqliteError && error.message.startsWith("no such table"),
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
  readonly #file: Sqlite.Database;
  readonly #lockMs: number;

  constructor(file: Sqlite.Database, lockMs: number) {
    super({ database: preparingOnce(file) });
    this.#file = file;
    this.#lockMs = lockMs;
  }

  override createDriver(): Driver {
    const driver = waitForOtherProcesses(super.createDriver(), this.#file, this.#lockMs);
    return Object.assign(driver, {
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
