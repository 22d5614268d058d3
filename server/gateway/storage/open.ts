import { CamelCasePlugin, Kysely } from "kysely";
import type { SettingStore, Store } from "../domain/store.ts";
import type { Seal } from "../security/seal.ts";
import { createAuthenticationStore } from "./stores/authentications.ts";
import { createAuthorizationStore } from "./stores/authorizations.ts";
import { openDialect } from "./dialect.ts";
import { migrate } from "./migrations/index.ts";
import { createDeliveryStore } from "./stores/deliveries.ts";
import { createFaultStore } from "./stores/delivery-faults.ts";
import { createHistoryStore } from "./stores/history.ts";
import { createPartnerStore } from "./stores/partners.ts";
import { createRemoval } from "./stores/remove-records.ts";
import { createReversalStore } from "./stores/reversals.ts";
import { createSavedCardStore } from "./stores/saved-cards.ts";
import { createSettingStore } from "./stores/settings.ts";
import type { Tables } from "./tables.ts";
import { createTimers } from "./stores/timers.ts";
import { createTransactionStore } from "./stores/transactions.ts";
import { createVerificationStore } from "./stores/verifications.ts";
import { retryOnConflict } from "./conflicts.ts";

/** An open database. */
export interface Storage {
  readonly store: Store;
  readonly settings: SettingStore;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the database, migrating it as needed, unless it is to be taken as it is.
 *
 * @param location a `postgres://` URL, or the path of an SQLite file, which is made as needed
 * @param seal protects what must be read back but never seen
 * @throws DatabaseUnreachable, or Error naming the migration that failed
 */
export async function openStorage(
  location: string,
  seal: Seal,
  { migrates = true }: { readonly migrates?: boolean } = {},
): Promise<Storage> {
  const { dialect, isConflict, locksRows } = openDialect(location);
  const database = new Kysely<Tables>({
    dialect,
    plugins: [new CamelCasePlugin()],
  });
  try {
    await requireAnswer(database);
    if (migrates) await migrate(database);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  const tables = tablesOf(database, seal, locksRows);
  return {
    store: {
      ...tables,
      atomically: (work) =>
        retryOnConflict(isConflict, () =>
          database
            .transaction()
            // Whoever comes second fails and runs again instead of deciding by what it read before the other's change.
            .setIsolationLevel("repeatable read")
            .execute((transaction) => work(joined(tablesOf(transaction, seal, locksRows)))),
        ),
    },
    settings: tables.settings,
    async ping() {
      await database.selectFrom("settings").select("name").limit(1).execute();
    },
    close: () => database.destroy(),
  };
}

/** The database does not let anyone in, or is not there. */
export class DatabaseUnreachable extends Error {
  readonly code = "database-unreachable";

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The database cannot be reached: ${reason}`, { cause });
  }
}

async function requireAnswer(database: Kysely<Tables>): Promise<void> {
  try {
    await database.selectNoFrom((expressions) => expressions.lit(1).as("one")).execute();
  } catch (error) {
    throw new DatabaseUnreachable(error);
  }
}

/** A store inside a transaction: whatever else it is to do as a whole joins that transaction. */
function joined(tables: Omit<Store, "atomically">): Store {
  const store: Store = { ...tables, atomically: (work) => work(store) };
  return store;
}

function tablesOf(
  database: Kysely<Tables>,
  seal: Seal,
  locksRows: boolean,
): Omit<Store, "atomically"> {
  return {
    partners: createPartnerStore(database, seal),
    transactions: createTransactionStore(database),
    verifications: createVerificationStore(database),
    authentications: createAuthenticationStore(database, seal),
    authorizations: createAuthorizationStore(database),
    reversals: createReversalStore(database),
    savedCards: createSavedCardStore(database),
    history: createHistoryStore(database),
    deliveries: createDeliveryStore(database, seal, locksRows),
    faults: createFaultStore(database),
    settings: createSettingStore(database),
    ...createRemoval(database),
    ...createTimers(database),
  };
}
