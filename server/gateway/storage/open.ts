import { setTimeout as wait } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { SettingStore, Store } from "../domain/store.ts";
import type { Cipher } from "../platform/security/cipher.ts";
import { databaseUnreachable, OperatorError } from "../platform/operator-error.ts";
import type { Mode } from "../platform/mode.ts";
import { type Access, NoGatewayError } from "./access.ts";
import { createStore, type StoreListeners } from "./create-store.ts";
import type { OpenDatabase } from "./database-kind.ts";
import { isPostgres, openDatabase } from "./dialect.ts";
import { migrate, requireKnownTables } from "./migrations.ts";
import { recordMode, requireMode } from "./mode.ts";
import { createSettingStore, WRITE_CHECK_SETTING } from "./stores/settings.ts";
import type { Tables } from "./tables.ts";
import { createQueues, retryOnConflict } from "./conflicts.ts";
import { listenForEvents } from "./postgres/outbox-notifications.ts";
import { reencryptColumns } from "./encrypted-columns.ts";
import { onFailure, withCleanup } from "../platform/concurrency/with-cleanup.ts";

/** An open database. */
export interface Storage {
  /**
   * @param cipher encrypts confidential columns
   * @param listeners called when something has happened
   */
  readonly storeOf: (cipher: Cipher, listeners?: StoreListeners) => Store;
  /** How the connections to PostgreSQL are used. */
  readonly connectionUse: OpenDatabase["connectionUse"];
  /** Encrypts texts again that are encrypted with the previous key. Returns their number. */
  readonly reencrypt: (cipher: Cipher) => Promise<number>;
  readonly settings: SettingStore;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  /**
   * Checks that a write is possible, by writing. At most one write a second.
   *
   * @throws OperatorError
   */
  readonly checkWritable: () => Promise<void>;
  /**
   * Calls `heard` when the outbox may have a new event: on PostgreSQL after any process has committed one, on SQLite
   * before this process commits one. Notifications can be missing or come without an event. Returns a function that
   * ends it.
   */
  readonly onEvent: (heard: () => void) => () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Options of `openStorage`. */
export interface StorageOptions {
  /** A database of the other mode is refused and not changed. */
  readonly mode: Mode;
  /** Whether a missing database is made, and missing migrations are run; default: both. */
  readonly access?: Access;
}

/**
 * Opens the database.
 *
 * @param location a `postgres://` URL, or the path of an SQLite file
 * @throws OperatorError, or Error naming the migration that failed
 */
export async function openStorage(
  location: string,
  { mode, access = "make" }: StorageOptions,
): Promise<Storage> {
  const opened = openDatabase(location, { access, mode });
  const { database, longReads, isConflict, isMissingTable } = opened;
  const added = new Set<() => void>();
  const onAdded = () => {
    for (const heard of added) heard();
  };
  // Otherwise transactions that wait for the lock of one partner could use all connections of the process.
  const inTurn = createQueues();
  // The URL may hold a password.
  const place = isPostgres(location) ? "The database of DATABASE_URL" : `The database ${location}`;
  const prepare = async () => {
    await requireReachable(database);
    await opened.requireSuitable();
    await requireMatchingDatabase(database, mode, place).catch((error: unknown) => {
      if (!isMissingTable(error)) throw error;
      if (access !== "make") throw new NoGatewayError(place, error);
    });
    if (access !== "make") return;
    await migrateApart(location, mode);
    await recordMode(database, mode, place);
  };
  await onFailure(prepare, () => database.destroy());
  const settings = createSettingStore(database);
  return {
    storeOf: (cipher, listeners) => createStore(opened, { ...listeners, cipher, onAdded, inTurn }),
    connectionUse: opened.connectionUse,
    reencrypt: (cipher) =>
      reencryptColumns(database, cipher, (work) =>
        retryOnConflict(isConflict, () => database.transaction().execute(work)),
      ),
    settings,
    checkWritable: keptFor(WRITE_CHECK_MS, async () => {
      try {
        // Unlike a write, it does not wait for a server that is away.
        await opened.requireSuitable();
        await settings.write(WRITE_CHECK_SETTING, new Date().toISOString());
      } catch (error) {
        throw opened.explain(error);
      }
    }),
    async ping() {
      await database.selectFrom("settings").select("name").limit(1).execute();
    },
    onEvent(heard) {
      if (isPostgres(location)) return listenForEvents(location, heard);
      added.add(heard);
      return () => Promise.resolve(void added.delete(heard));
    },
    async close() {
      await Promise.all([database.destroy(), longReads?.destroy()]);
    },
  };
}

/** How long a write proves that the next one is possible. */
const WRITE_CHECK_MS = 1000;

/** Shares a call for as long as it runs, and for a time after it began. */
function keptFor(timeMs: number, call: () => Promise<void>): () => Promise<void> {
  let kept: Promise<void> | undefined;
  return () => {
    if (kept !== undefined) return kept;
    const result = call();
    kept = result;
    void Promise.allSettled([result, wait(timeMs, undefined, { ref: false })]).then(() => {
      kept = undefined;
    });
    return result;
  };
}

/** Checks that an existing database belongs to this mode and build. */
async function requireMatchingDatabase(
  database: Kysely<Tables>,
  mode: Mode,
  place: string,
): Promise<void> {
  await requireMode(database, mode, place);
  await requireKnownTables(database, place);
}

/** Migrates over a separate connection without time limits, because large tables take long. */
async function migrateApart(location: string, mode: Mode): Promise<void> {
  const { database } = openDatabase(location, { silenceMs: 0, mode });
  await withCleanup(
    () => migrate(database),
    () => database.destroy(),
  );
}

async function requireReachable(database: Kysely<Tables>): Promise<void> {
  try {
    await database.selectNoFrom((expressions) => expressions.lit(1).as("one")).execute();
  } catch (error) {
    throw error instanceof OperatorError ? error : databaseUnreachable(error);
  }
}
