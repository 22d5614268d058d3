import { setTimeout as wait } from "node:timers/promises";
import type { DatabaseConnection, Driver } from "kysely";
import { OperatorError } from "../../platform/operator-error.ts";
import { createFairTurn } from "./fair-turn.ts";
import { isSqliteError, resultCode, SQLITE_BUSY } from "./sqlite-error.ts";
import type { SqliteFile } from "./sqlite-file.ts";

/** Statements take microseconds, so they are run in the order of their calls. */
const EVERYBODY = "";

/** Often enough that nobody notices, and each try takes microseconds. */
const RETRY_PAUSE_MS = 10;

/**
 * Makes the driver of an SQLite file wait for another process without blocking the event loop. Meanwhile other
 * statements use the connection. `supportsMultipleConnections` of the adapter must be true, because this driver gives
 * its one connection to one user after another, in the order of their calls.
 *
 * @param lockMs after this time it throws OperatorError
 */
export function waitForOtherProcesses(
  driver: Driver,
  file: Pick<SqliteFile, "path" | "isInTransaction">,
  lockMs: number,
): Driver {
  const turn = createFairTurn();
  const patient = (connection: DatabaseConnection): DatabaseConnection => ({
    streamQuery: (...query) => connection.streamQuery(...query),
    async executeQuery<Row>(...query: Parameters<DatabaseConnection["executeQuery"]>) {
      for (const until = performance.now() + lockMs; ;) {
        try {
          return await connection.executeQuery<Row>(...query);
        } catch (error) {
          // Inside a transaction the file is locked by this process.
          if (!isLocked(error) || file.isInTransaction()) throw error;
          if (performance.now() > until) throw locked(file.path, lockMs, error);
        }
        turn.end();
        await wait(RETRY_PAUSE_MS);
        await turn.begin(EVERYBODY);
      }
    },
  });
  const acquire = driver.acquireConnection.bind(driver);
  let shared: DatabaseConnection | undefined;
  return Object.assign(driver, {
    async acquireConnection(): Promise<DatabaseConnection> {
      await turn.begin(EVERYBODY);
      return (shared ??= patient(await acquire()));
    },
    releaseConnection(): Promise<void> {
      turn.end();
      return Promise.resolve();
    },
  });
}

function locked(path: string, ms: number, cause: unknown): OperatorError {
  const message =
    `Another process has locked the database ${path} for ${ms / 1000} s. ` +
    "Let it finish or end it, and repeat the request.";
  return new OperatorError("database-locked", message, { cause });
}

function isLocked(error: unknown): boolean {
  return isSqliteError(error) && resultCode(error) === SQLITE_BUSY;
}
