import type pg from "pg";
import { OperatorError } from "../../platform/operator-error.ts";
import { columnOf } from "../statement.ts";
import { tables } from "../tables.ts";

/** The error for a server that accepts only reads, as a standby does. */
export function readOnlyServer(): OperatorError {
  return new OperatorError(
    "database-read-only",
    "The server of DATABASE_URL accepts only reads: it is a standby, or default_transaction_read_only is on. " +
      "Let DATABASE_URL lead to the primary.",
  );
}

/** How long a connection is used. After a failover, none stays longer with the former server. */
export const LONGEST_AGE_MS = 300_000;

/**
 * Prepares a new connection. A role or a database may have other defaults, so everything that the gateway relies on is
 * set. It is set by a statement, because connection poolers refuse connection parameters.
 *
 * PostgreSQL limits how long statements wait for locks, and how long a stopped process can keep its locks. It must end
 * a statement before the gateway closes the silent connection, because it would continue the statement otherwise.
 *
 * @param silenceMs how long a statement may take; 0: without limit
 * @throws OperatorError if it accepts only reads
 */
export async function prepareSession(client: pg.ClientBase, silenceMs: number): Promise<void> {
  const settings = {
    client_encoding: "UTF8",
    standard_conforming_strings: "on",
    default_transaction_isolation: "read committed",
    lock_timeout: "10s",
    idle_in_transaction_session_timeout: "30s",
    statement_timeout: String(Math.floor(silenceMs * 0.9)),
  };
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  );
  // An acknowledged change must be on disk. Stricter values than "on" stay.
  const { rows } = await client.query<{ refuses: string }>(`
    SELECT ${set.join()}, current_setting('transaction_read_only') AS refuses,
      CASE current_setting('synchronous_commit') WHEN 'off'
        THEN set_config('synchronous_commit', 'on', false) END`);
  if (rows[0]?.refuses !== "off") throw readOnlyServer();
}

/** The oldest version that still had security fixes when this was written. */
const OLDEST_VERSION = 15;

interface Suitability extends Record<"version" | "encoding" | "role" | "schema", string> {
  /** The tables of the gateway that the role may not use; null if there is none. */
  readonly closed: string | null;
}

const ownTables = Object.keys(tables)
  .map((name) => `'${columnOf(name)}'`)
  .join();

/**
 * Checks what no session can set.
 *
 * @throws OperatorError
 */
export async function requireSuitable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Suitability>(`
    SELECT current_setting('server_version_num') AS version,
      current_setting('server_encoding') AS encoding,
      current_setting('session_replication_role') AS role, coalesce(current_schema(), '') AS schema,
      (SELECT string_agg(tablename, ', ' ORDER BY tablename) FROM pg_tables
        WHERE schemaname = current_schema() AND tablename IN (${ownTables}) AND NOT (
          has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT') AND
          has_table_privilege(format('%I.%I', schemaname, tablename), 'INSERT') AND
          has_table_privilege(format('%I.%I', schemaname, tablename), 'UPDATE') AND
          has_table_privilege(format('%I.%I', schemaname, tablename), 'DELETE'))) AS closed`);
  for (const { version, encoding, role, schema, closed } of rows) {
    const major = Math.floor(Number(version) / 10_000);
    if (major < OLDEST_VERSION)
      throw new OperatorError(
        "database-unsuitable",
        `The server of DATABASE_URL is PostgreSQL ${major}. The gateway needs version ${OLDEST_VERSION} or later.`,
      );
    if (encoding !== "UTF8")
      throw new OperatorError(
        "database-unsuitable",
        `The database of DATABASE_URL has the encoding ${encoding}, which cannot store every text. ` +
          "Make another one: createdb --template=template0 --encoding=UTF8 --locale=C NAME",
      );
    if (schema === "")
      throw new OperatorError(
        "database-unsuitable",
        "The search_path of DATABASE_URL names no schema that exists. Set it: ALTER ROLE NAME SET search_path = public",
      );
    if (role !== "origin")
      throw new OperatorError(
        "database-unsuitable",
        `The role or the database of DATABASE_URL sets session_replication_role to ${role}, so that foreign keys are not checked. ` +
          "Undo it: ALTER ROLE NAME RESET session_replication_role",
      );
    if (closed !== null)
      throw new OperatorError(
        "database-unsuitable",
        `The role of DATABASE_URL may not read and change ${closed}. ` +
          `Allow it: GRANT SELECT, INSERT, UPDATE, DELETE ON ${closed} TO NAME`,
      );
  }
}
