import { setTimeout as wait } from "node:timers/promises";
import { CompiledQuery, type IsolationLevel, type Kysely, sql } from "kysely";
import type { SettingStore, Store } from "../domain/store.ts";
import type { Cipher } from "../security/cipher.ts";
import { createAuthenticationStore } from "./stores/authentications.ts";
import { createAuthorizationStore } from "./stores/authorizations.ts";
import { databaseUnreachable, OperatorError } from "../operator-error.ts";
import type { Settings } from "../settings.ts";
import { type Access, NoGatewayError } from "./access.ts";
import { isPostgres, openDatabase } from "./dialect.ts";
import { migrate, requireKnownTables } from "./migrations.ts";
import { recordMode, requireMode } from "./mode.ts";
import { createDeliveryStore, endLeases, type OutboxKind } from "./stores/deliveries.ts";
import { createFaultStore } from "./stores/delivery-faults.ts";
import { createHistoryStore } from "./stores/history.ts";
import { createPartnerStore } from "./stores/partners.ts";
import { createRemoval } from "./stores/remove-records.ts";
import { createReversalStore } from "./stores/reversals.ts";
import { createSavedCardStore } from "./stores/saved-cards.ts";
import { createSettingStore, WRITE_CHECK_SETTING } from "./stores/settings.ts";
import type { Tables } from "./tables.ts";
import { createTimers } from "./stores/timers.ts";
import { addOrders, createTransactionStore } from "./stores/transactions.ts";
import { createVerificationStore } from "./stores/verifications.ts";
import { createQueues, retryOnConflict } from "./conflicts.ts";
import { listenForEvents } from "./outbox-notifications.ts";
import { batched } from "./batching.ts";
import { createGroupCommit } from "./group-commit.ts";
import { runFor } from "../current-work.ts";
import { sharedCall } from "../shared-call.ts";
import { reencryptColumns } from "./encrypted-columns.ts";
import { onFailure, withCleanup } from "../with-cleanup.ts";

/** An open database. */
export interface Storage {
  /** @param cipher encrypts confidential columns */
  readonly storeOf: (cipher: Cipher) => Store;
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
  readonly mode: Settings["mode"];
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
  const { database, longReads, isConflict, isLost, isRefused, isMissingTable, locksRows } = opened;
  const added = new Set<() => void>();
  const onAdded = () => {
    for (const heard of added) heard();
  };
  // Otherwise transactions that wait for the lock of one partner could use all connections of the process.
  const oneAtATime = createQueues();
  // The URL may hold a password.
  const place = isPostgres(location) ? "The database of DATABASE_URL" : `The database ${location}`;
  const prepare = async () => {
    await requireResponse(database);
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
    storeOf(cipher) {
      const kind = { cipher, locksRows, onAdded };
      const inside = (transaction: Kysely<Tables>) =>
        createNestedStore(tablesOf(transaction, kind));
      const tables = tablesOf(database, kind);
      const { partners, deliveries } = tables;
      const transactions = createTransactionStore(database, locksRows, longReads);
      const alone = <Result>(
        isolation: IsolationLevel,
        work: (transaction: Kysely<Tables>) => Promise<Result>,
      ) => {
        let mayBeCommitted = false;
        const run = async (transaction: Kysely<Tables>) => {
          const result = await work(transaction);
          mayBeCommitted = true;
          return result;
        };
        return retryOnConflict(
          (error) => isConflict(error) || (isLost(error) && !mayBeCommitted),
          () => database.transaction().setIsolationLevel(isolation).execute(run),
        );
      };
      const together = createGroupCommit<Store>((work) =>
        database.transaction().execute((transaction) =>
          work({
            inside: inside(transaction),
            run: (text) => transaction.executeQuery(CompiledQuery.raw(text)),
          }),
        ),
      );
      const atomically: Store["atomically"] = locksRows
        ? // With a concurrent change the transaction fails and runs again, instead of deciding by an old read.
          (work) => alone("repeatable read", (transaction) => work(inside(transaction)))
        : together;
      const inOneStatement = <Item, PreparedResponse>(
        run: (on: Kysely<Tables>, items: readonly Item[]) => Promise<readonly PreparedResponse[]>,
      ) =>
        batched<Item, PreparedResponse>(
          // The statement is for several partners.
          (items) =>
            runFor("everybody", () => retryOnConflict(isConflict, () => run(database, items))),
          isRefused,
        );
      // They can run again after their result was lost: a read, and orders that are found by their ids.
      const again = <Result>(run: () => Promise<Result>) => retryOnConflict(isLost, run);
      const addOrder = inOneStatement((on, orders: Parameters<typeof addOrders>[1]) =>
        again(() => addOrders(on, orders)),
      );
      const endLease = inOneStatement(endLeases);
      return {
        ...tables,
        partners: {
          ...partners,
          find: sharedCall((code) => again(() => partners.find(code))),
          terms: sharedCall((code, subAccount) => again(() => partners.terms(code, subAccount))),
        },
        transactions: {
          ...transactions,
          get: (id) => again(() => transactions.get(id)),
          list: (...wanted) => again(() => transactions.list(...wanted)),
          add: (...order) =>
            locksRows ? addOrder(order) : together((store) => store.transactions.add(...order)),
        },
        deliveries: {
          ...deliveries,
          isClosed: sharedCall((partnerCode, url) => deliveries.isClosed(partnerCode, url)),
          endLease: (...ended) =>
            locksRows ? endLease(ended) : together((store) => store.deliveries.endLease(...ended)),
          releaseHeldBack: sharedCall((partnerCode, now) =>
            deliveries.releaseHeldBack(partnerCode, now),
          ),
        },
        atomically,
        inTurn: (partnerCode, work) =>
          oneAtATime(partnerCode, () =>
            locksRows
              ? // After waiting for the row lock, the transaction reads the latest committed state.
                alone("read committed", async (transaction) => {
                  await lockPartner(transaction, partnerCode);
                  return work(inside(transaction));
                })
              : together(work),
          ),
      };
    },
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
  mode: Settings["mode"],
  place: string,
): Promise<void> {
  await requireMode(database, mode, place);
  await requireKnownTables(database, place);
}

/** Migrates over a separate connection without time limits, because large tables take long. */
async function migrateApart(location: string, mode: Settings["mode"]): Promise<void> {
  const { database } = openDatabase(location, { silenceMs: 0, mode });
  await withCleanup(
    () => migrate(database),
    () => database.destroy(),
  );
}

async function requireResponse(database: Kysely<Tables>): Promise<void> {
  try {
    await database.selectNoFrom((expressions) => expressions.lit(1).as("one")).execute();
  } catch (error) {
    throw error instanceof OperatorError ? error : databaseUnreachable(error);
  }
}

/** Locks a partner's row. Transactions that only refer to the partner do not wait. */
async function lockPartner(database: Kysely<Tables>, code: string): Promise<void> {
  await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(database);
  await database
    .selectFrom("partners")
    .select("code")
    .where("code", "=", code)
    .forNoKeyUpdate()
    .execute();
}

/** The same time as SQLite waits for another process. */
const LOCK_TIMEOUT_MS = 5000;

/** A store inside a transaction. Its nested transactions join that transaction. */
function createNestedStore(tables: StoredTables): Store {
  const store: Store = {
    ...tables,
    atomically: (work) => work(store),
    inTurn: (_partnerCode, work) => work(store),
  };
  return store;
}

type StoredTables = Omit<Store, "atomically" | "inTurn">;

function tablesOf(database: Kysely<Tables>, kind: OutboxKind): StoredTables {
  const { cipher, locksRows } = kind;
  return {
    partners: createPartnerStore(database, cipher),
    transactions: createTransactionStore(database, locksRows),
    verifications: createVerificationStore(database),
    authentications: createAuthenticationStore(database, cipher),
    authorizations: createAuthorizationStore(database),
    reversals: createReversalStore(database),
    savedCards: createSavedCardStore(database),
    history: createHistoryStore(database),
    deliveries: createDeliveryStore(database, kind),
    faults: createFaultStore(database),
    settings: createSettingStore(database),
    ...createRemoval(database),
    ...createTimers(database),
  };
}
