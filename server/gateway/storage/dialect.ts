import { Socket } from "node:net";
import Sqlite from "better-sqlite3";
import {
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
} from "kysely";
import pg from "pg";
import { makePrivate } from "./private-file.ts";
import { RowsPlugin } from "./rows-plugin.ts";
import type { Tables } from "./tables.ts";

/** A database that queries can be sent to, and what has to be known of its kind. */
export interface Connector {
  readonly dialect: Dialect;
  /**
   * Whether several transactions run at once, so that a row can be locked, and a locked one passed over. Such a
   * database also writes to several tables in one statement.
   */
  readonly locksRows: boolean;
  /** Whether a transaction failed only because of another one, and succeeds or fails for good when it is run again. */
  readonly isConflict: (error: unknown) => boolean;
  /** Whether the database has not done what it was asked to, and said so. */
  readonly isRefused: (error: unknown) => boolean;
  /** Whether a query failed because its table was not made yet. */
  readonly isMissingTable: (error: unknown) => boolean;
}

/** How long a PostgreSQL may say nothing before its connection is given up. Longer than a statement waits for a lock. */
const SILENCE_MS = 20_000;

/** Opens a database, see `openDialect`. */
export function openDatabase(
  ...opened: Parameters<typeof openDialect>
): Connector & { readonly database: Kysely<Tables> } {
  const connector = openDialect(...opened);
  const { dialect } = connector;
  return { ...connector, database: new Kysely({ dialect, plugins: [new RowsPlugin()] }) };
}

/**
 * Connects to a database. This is the only place that knows its kind.
 *
 * @param location a `postgres://` URL, or the path of an SQLite file
 * @param options `silenceMs`: 0 waits for ever, as changes of large tables need
 */
export function openDialect(
  location: string,
  { silenceMs = SILENCE_MS }: { readonly silenceMs?: number } = {},
): Connector {
  return isPostgres(location) ? openPostgres(location, silenceMs) : openSqlite(location);
}

/** Whether a location is a PostgreSQL, and not the path of a file. */
export function isPostgres(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}

/** How long one connection waits for another process to finish writing. */
const BUSY_TIMEOUT_MS = 5000;

function openSqlite(file: string): Connector {
  makePrivate(file);
  const database = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  database.pragma("journal_mode = WAL");
  // WAL with less than FULL may lose the last acknowledged orders when power fails.
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  return {
    dialect: new ImmediateSqliteDialect({ database: preparingOnce(database) }),
    locksRows: false,
    isConflict: () => false,
    isRefused: (error) => error instanceof Sqlite.SqliteError,
    isMissingTable: (error) =>
      error instanceof Sqlite.SqliteError && error.message.startsWith("no such table"),
  };
}

/** More texts of statements than the gateway has; lists of values make further ones. */
const MOST_STATEMENTS = 500;

/** Prepares each statement once, which costs as much as to run it. Where there are too many, all are prepared anew. */
function preparingOnce(database: Sqlite.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      const known = statements.get(text);
      if (known) return known;
      if (statements.size >= MOST_STATEMENTS) statements.clear();
      const statement = database.prepare(text);
      statements.set(text, statement);
      return statement;
    },
    close: () => {
      database.close();
    },
  };
}

class ImmediateSqliteDialect extends SqliteDialect {
  override createDriver(): Driver {
    return Object.assign(super.createDriver(), {
      // A transaction that reads first and writes later fails at once, whatever the timeout, when another process wrote in between.
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
  // Migrations run in one transaction, which keeps every other process out and leaves nothing half done.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Connections of one process: enough to keep a small server's disk busy, and ten processes within PostgreSQL's default of 100. */
const POOL_CONNECTIONS = 10;

/** How long to wait for a connection before the request fails. */
const CONNECT_TIMEOUT_MS = 5000;

/**
 * No statement waits for another program's lock for ever, and a process that stands still in a transaction loses its
 * locks. PostgreSQL itself ends a statement before its connection is given up: it would go on with it.
 * Set by statements, as connection poolers refuse them among the parameters of a connection.
 */
const sessionLimits = (silenceMs: number) =>
  `SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '30s'; SET statement_timeout = ${Math.floor(silenceMs * 0.9)}`;

function openPostgres(connectionString: string, silenceMs: number): Connector {
  const pool = new pg.Pool({
    connectionString,
    max: POOL_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // After a failover or behind a firewall that forgets, a connection may neither answer nor end, and the pool would never replace it.
    stream: () => endedBySilence(new Socket(), silenceMs),
    // The pool waits for it, which its types do not say.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client) => {
      await client.query(sessionLimits(silenceMs));
    },
    types: {
      // Amounts and times are below 2^53, so that the numbers that SQLite gives are enough here as well.
      getTypeParser: (type, format): unknown =>
        type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format),
    },
  });
  // An idle connection that breaks is replaced; whoever needs the database then is told by the query.
  pool.on("error", () => undefined);
  // The pool listens to idle connections only: one that breaks in use would end the process besides failing its query.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  return {
    dialect: new PostgresDialect({ pool }),
    locksRows: true,
    isConflict: (error) => error instanceof pg.DatabaseError && conflicts.has(error.code ?? ""),
    isRefused: (error) => error instanceof pg.DatabaseError,
    isMissingTable: (error) => error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE,
  };
}

function endedBySilence(socket: Socket, silenceMs: number): Socket {
  return socket.setTimeout(silenceMs, () => {
    socket.destroy(new Error(`The database said nothing for ${silenceMs} ms.`));
  });
}

/** SQLSTATE (PostgreSQL, appendix A). */
const UNDEFINED_TABLE = "42P01";

/** SQLSTATEs (PostgreSQL, appendix A) of what another transaction did first. */
const conflicts: ReadonlySet<string> = new Set([
  // unique_violation: the other row was not to be seen yet when this transaction looked for it.
  "23505",
  // serialization_failure
  "40001",
  // deadlock_detected
  "40P01",
]);
