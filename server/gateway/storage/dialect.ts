import Sqlite from "better-sqlite3";
import { type Dialect, SqliteDialect } from "kysely";

/** How long one connection waits for another process to finish writing. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * The database in a file of its own. This is the only place that knows which
 * database it is.
 */
export function openDialect(file: string): Dialect {
  const database = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  database.pragma("journal_mode = WAL");
  // WAL with less than FULL may lose the last acknowledged orders when power fails.
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  return new SqliteDialect({ database });
}
