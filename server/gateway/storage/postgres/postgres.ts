import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { PostgresDialect, type PostgresPool } from "kysely";
import pg from "pg";
import { currentBeneficiary } from "../../platform/concurrency/current-work.ts";
import { createConnectionShares } from "./connection-shares.ts";
import { concurrentChanges } from "./concurrent-changes.ts";
import { concurrentOutbox } from "./concurrent-outbox.ts";
import type { DatabaseKind } from "../database-kind.ts";
import { databaseUnreachable, diskFull, OperatorError } from "../../platform/operator-error.ts";
import {
  LONGEST_AGE_MS,
  prepareSession,
  readOnlyServer,
  requireSuitable,
} from "./postgres-session.ts";

/** Connections of one process. Ten processes stay within PostgreSQL's default of 100 connections. */
const POOL_CONNECTIONS = 10;

/** How long a query waits for a connection before it fails. */
const CONNECT_MS = 5000;

/** How long a server may be away before queries fail at once: as long as it takes to restart, or to promote a standby. */
const LONGEST_GAP_MS = 5000;

/** The pause before it connects again to a server that is away. */
const AGAIN_MS = 100;

/**
 * Opens a PostgreSQL database.
 *
 * @param silenceMs after this silence a connection is closed; 0: never
 */
export function openPostgres(connectionString: string, silenceMs: number): DatabaseKind {
  const pool = new pg.Pool({
    connectionString,
    max: POOL_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    maxLifetimeSeconds: LONGEST_AGE_MS / 1000,
    keepAlive: true,
    // After a failover or behind a firewall, a connection may neither answer nor end. The pool would never replace it.
    stream: () => endedBySilence(new Socket(), silenceMs),
    // The pool awaits the result, which its types do not declare.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: (client) => prepareSession(client, silenceMs),
    types: {
      // Amounts and times are below 2^53, so numbers are exact, as with SQLite.
      getTypeParser: (type, format): unknown =>
        type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format),
    },
  });
  // The pool replaces a broken idle connection. A query reports when the database is down.
  pool.on("error", () => undefined);
  const { take, use } = createConnectionShares(POOL_CONNECTIONS);
  return {
    dialect: new PostgresDialect({ pool: sharedPool(pool, take) }),
    connectionUse: use,
    changes: concurrentChanges,
    outbox: concurrentOutbox,
    isConflict: (error) => conflicts.has(postgresErrorCode(error)),
    isLost,
    isRefused: (error) => error instanceof pg.DatabaseError && !endsSession(error),
    isMissingTable: (error) => postgresErrorCode(error) === UNDEFINED_TABLE,
    requireSuitable: () => requireSuitable(pool),
    explain: explainPostgresError,
  };
}

function explainPostgresError(error: unknown): OperatorError {
  if (error instanceof OperatorError) return error;
  switch (postgresErrorCode(error)) {
    case READ_ONLY_TRANSACTION:
      return readOnlyServer();
    case DISK_FULL:
      return diskFull("the database of DATABASE_URL", error);
    default:
      return databaseUnreachable(error);
  }
}

function endedBySilence(socket: Socket, silenceMs: number): Socket {
  return socket.setTimeout(silenceMs, () => {
    socket.destroy(new Error(`The database did not answer for ${silenceMs} ms.`));
  });
}

/** A pool whose connections are shared fairly, and closed after an error that another connection might not have. */
function sharedPool(
  pool: pg.Pool,
  take: ReturnType<typeof createConnectionShares>["take"],
): PostgresPool {
  const unusable = new WeakSet<pg.PoolClient>();
  pool.on("connect", (client) => {
    // The pool listens only to idle connections. Without a listener, a connection that breaks in use would end the process.
    client.on("error", () => undefined);
    client.connection.on("errorMessage", (error) => {
      if (endsSession(error) || isOfServer(error)) unusable.add(client);
    });
  });
  // Before the first connection, nothing says that the server will come.
  let awaySince: number | undefined = -Infinity;
  /** Nothing has been sent yet, so a short absence of the server can be waited out. */
  const connect = async () => {
    for (;;) {
      try {
        const client = await pool.connect();
        awaySince = undefined;
        return client;
      } catch (error) {
        const now = performance.now();
        awaySince ??= now;
        if (now > awaySince + LONGEST_GAP_MS || pool.ending || !isOfServer(error)) throw error;
      }
      await wait(AGAIN_MS);
    }
  };
  return {
    options: pool.options,
    async connect() {
      const giveBack = await take(currentBeneficiary(), CONNECT_MS);
      try {
        const client = await connect();
        const release = client.release.bind(client);
        client.release = (isDiscarded) => {
          release(isDiscarded === true || unusable.has(client));
          giveBack();
        };
        return client;
      } catch (error) {
        giveBack();
        throw explainPostgresError(error);
      }
    },
    end: () => pool.end(),
  };
}

/** SQLSTATEs (PostgreSQL, appendix A). */
const UNDEFINED_TABLE = "42P01";
const READ_ONLY_TRANSACTION = "25006";
const DISK_FULL = "53100";
const QUERY_CANCELED = "57014";

/** SQLSTATEs after which a transaction can run again, because it had no effect. */
const conflicts: ReadonlySet<string> = new Set([
  // unique_violation: the other row was not visible yet when this transaction looked for it.
  "23505",
  // serialization_failure
  "40001",
  // deadlock_detected
  "40P01",
  // The next connection waits for a server that accepts writes.
  READ_ONLY_TRANSACTION,
]);

/** Classes of SQLSTATEs whose cause is the connection or the server: connection, resources, operator, system, internal. */
const SERVER_CLASSES: ReadonlySet<string> = new Set(["08", "53", "57", "58", "XX"]);

/** Whether a statement failed because of its server, so that it may succeed on another connection or later. */
function isOfServer(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  const state = postgresErrorCode(error);
  if (state === QUERY_CANCELED) return false;
  return state === READ_ONLY_TRANSACTION || SERVER_CLASSES.has(state.slice(0, 2));
}

/** Whether PostgreSQL ends the session after this error. Then an unconfirmed statement may have been executed. */
function endsSession(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity !== "ERROR";
}

/** Whether the connection ended before the result of its statement came. */
function isLost(error: unknown): boolean {
  if (endsSession(error)) return true;
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false;
  const code = "code" in error ? String(error.code) : "";
  return ["ECONNRESET", "EPIPE", "ETIMEDOUT"].includes(code) || LOST.test(error.message);
}

/** Errors of the driver, which have no code. */
const LOST = /^Connection terminated|is not queryable$/;

function postgresErrorCode(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? "") : "";
}
