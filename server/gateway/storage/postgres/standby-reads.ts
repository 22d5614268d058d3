import { setTimeout as wait } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/** The server that has read a list. */
export type ListServer = "primary" | "standby";

/** How long a read waits for a standby that is behind: longer than replication usually takes, and too short to notice. */
const PATIENCE_MS = 50;

/** The pause before it asks again whether the standby is there yet. */
const AGAIN_MS = 5;

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
  /** Undefined: the standby cannot be used. */
  const readThere = async <Result>(read: (database: Kysely<Tables>) => Promise<Result>) => {
    const position = await positionOf(primary);
    // An address may lead to several standbys, so the one that was asked has to read.
    return standby.connection().execute(async (connection) => {
      for (const until = performance.now() + PATIENCE_MS; ;) {
        if (await hasReached(connection, position)) return { result: await read(connection) };
        if (performance.now() > until) return undefined;
        await wait(AGAIN_MS);
      }
    });
  };
  return async (read) => {
    if (performance.now() >= leftAloneUntil) {
      // A query of a standby may also be cancelled, because of a vacuum of the primary.
      const found = await readThere(read).catch(() => undefined);
      if (found !== undefined) {
        onRead("standby");
        return found.result;
      }
      leftAloneUntil = performance.now() + LEFT_ALONE_MS;
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
}

/** Everything that was acknowledged is before this position. */
async function positionOf(primary: Kysely<Tables>): Promise<Position> {
  const { rows } = await sql<Position>`
    SELECT pg_current_wal_flush_lsn()::text AS lsn, current_database()::text AS name,
      ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int AS timeline,
      (SELECT system_identifier::text FROM pg_control_system()) AS system
  `.execute(primary);
  const [position] = rows;
  if (position === undefined) throw new Error("The primary has no position.");
  return position;
}

/**
 * Whether a standby has replayed up to a position. Its timeline is that of its last restart point: after a failover it is late by
 * minutes, but a standby that has not followed the new primary cannot be taken for one that has.
 */
async function hasReached(standby: Kysely<Tables>, position: Position): Promise<boolean> {
  const { rows } = await sql<{ reached: boolean | null }>`
    SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= CAST(${position.lsn} AS pg_lsn)
      AND current_database() = ${position.name}
      AND (SELECT timeline_id FROM pg_control_checkpoint()) = ${position.timeline}
      AND (SELECT system_identifier::text FROM pg_control_system()) = ${position.system} AS reached
  `.execute(standby);
  return rows[0]?.reached === true;
}
