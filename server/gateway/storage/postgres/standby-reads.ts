import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { withinTime } from "../../concurrency/within-time.ts";
import { createSettingStore, MARK_SETTING } from "../stores/settings.ts";
import type { Tables } from "../tables.ts";

/** The server that has read a list. */
export type ListServer = "primary" | "standby";

/** How long a read waits for a standby that is behind: longer than replication usually takes, and too short to notice. */
const PATIENCE_MS = 50;

/** The pause before it asks again whether the standby is there yet. */
const AGAIN_MS = 5;

/** How long a standby has to respond. One that is frozen would not respond at all. */
const RESPONSE_MS = 500;

/** How long a standby that was away or behind is left alone. */
const LEFT_ALONE_MS = 1000;

/**
 * Makes a function that reads from a standby, if the standby has everything that was committed before the call. Otherwise
 * it reads from the primary, so nobody can see the difference.
 *
 * @param onRead called with the server of each read
 */
export function createStandbyReads(
  primary: Kysely<Tables>,
  standby: Kysely<Tables>,
  onRead: (server: ListServer) => void = () => undefined,
): <Result>(read: (database: Kysely<Tables>) => Promise<Result>) => Promise<Result> {
  let leftAloneUntil = 0;
  const positionOf = createPositions(primary);
  /** Undefined: the standby cannot be used. */
  const readThere = async <Result>(read: (database: Kysely<Tables>) => Promise<Result>) => {
    const position = await positionOf();
    const arrival = Promise.withResolvers<undefined>();
    // An address may lead to several standbys, so the one that was asked has to read.
    const result = standby.connection().execute(async (connection) => {
      if (!(await comesTo(connection, position))) return undefined;
      arrival.resolve(undefined);
      return { result: await read(connection) };
    });
    await withinTime(RESPONSE_MS, () => Promise.race([arrival.promise, result]));
    return result;
  };
  return async (read) => {
    if (performance.now() >= leftAloneUntil) {
      // Only one list waits to see whether the standby is back.
      if (leftAloneUntil > 0) leftAloneUntil = performance.now() + LEFT_ALONE_MS;
      // A query of a standby may also be cancelled, because of a vacuum of the primary.
      const found = await readThere(read).catch(() => undefined);
      leftAloneUntil = found === undefined ? performance.now() + LEFT_ALONE_MS : 0;
      if (found !== undefined) {
        onRead("standby");
        return found.result;
      }
    }
    onRead("primary");
    return read(primary);
  };
}

/** An instant of a database in the log of its server. */
interface Position {
  readonly lsn: string;
  readonly timeline: number;
  readonly system: string;
  readonly name: string;
  /** The current mark of the primary. */
  readonly mark: string | null;
}

/**
 * Makes a function that returns a position that is after everything that was acknowledged.
 *
 * Servers that were promoted apart from each other may have the same timeline, and so may a primary that was set back. So a
 * new mark is written to the primary first, and again when it has another timeline. A server that does not follow it lacks the mark.
 */
function createPositions(primary: Kysely<Tables>): () => Promise<Position> {
  let marked = "";
  return async () => {
    const position = await readPosition(primary);
    const log = `${position.system}/${position.timeline}`;
    if (log === marked) return position;
    await createSettingStore(primary).write(MARK_SETTING, randomUUID());
    marked = log;
    return readPosition(primary);
  };
}

async function readPosition(primary: Kysely<Tables>): Promise<Position> {
  const { rows } = await sql<Position>`
    SELECT pg_current_wal_flush_lsn()::text AS lsn, current_database()::text AS name,
      ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int AS timeline,
      (SELECT system_identifier::text FROM pg_control_system()) AS system,
      (SELECT value FROM settings WHERE name = ${MARK_SETTING}) AS mark
  `.execute(primary);
  const [position] = rows;
  if (position === undefined) throw new Error("The primary has no position.");
  return position;
}

/** Waits until a standby has replayed up to a position. Resolves to false if it is late, or does not follow the primary. */
async function comesTo(standby: Kysely<Tables>, position: Position): Promise<boolean> {
  for (const until = performance.now() + PATIENCE_MS; ;) {
    if (await hasReached(standby, position)) return true;
    if (performance.now() > until) return false;
    await wait(AGAIN_MS);
  }
}

async function hasReached(standby: Kysely<Tables>, position: Position): Promise<boolean> {
  const { rows } = await sql<{ reached: boolean | null }>`
    SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= CAST(${position.lsn} AS pg_lsn)
      AND current_database() = ${position.name}
      AND (SELECT system_identifier::text FROM pg_control_system()) = ${position.system}
      AND (SELECT value FROM settings WHERE name = ${MARK_SETTING}) = ${position.mark} AS reached
  `.execute(standby);
  return rows[0]?.reached === true;
}
