import { CamelCasePlugin, Kysely } from "kysely";
import type { Store } from "../domain/store.ts";
import type { Seal } from "../seal.ts";
import { createAuthenticationStore } from "./authentications.ts";
import { createAuthorizationStore } from "./authorizations.ts";
import { openDialect } from "./dialect.ts";
import { migrate } from "./migrations/index.ts";
import { createPartnerStore } from "./partners.ts";
import { createReversalStore } from "./reversals.ts";
import { createSavedCardStore } from "./saved-cards.ts";
import { createSettingStore, type SettingStore } from "./settings.ts";
import type { Tables } from "./tables.ts";
import { createTransactionStore } from "./transactions.ts";
import { createVerificationStore } from "./verifications.ts";

/** An open database. */
export interface Storage {
  readonly store: Store;
  readonly settings: SettingStore;
  readonly close: () => Promise<void>;
}

/** Opens the database file, making and migrating it as needed; `seal` protects what must be read back but never seen. */
export async function openStorage(file: string, seal: Seal): Promise<Storage> {
  const database = new Kysely<Tables>({
    dialect: openDialect(file),
    plugins: [new CamelCasePlugin()],
  });
  await migrate(database);
  return {
    store: {
      ...tablesOf(database, seal),
      atomically: (work) =>
        database
          .transaction()
          .execute((transaction) => work(joined(tablesOf(transaction, seal)))),
    },
    settings: createSettingStore(database),
    close: () => database.destroy(),
  };
}

/** A store inside a transaction: whatever else it is to do as a whole joins that transaction. */
function joined(tables: Omit<Store, "atomically">): Store {
  const store: Store = { ...tables, atomically: (work) => work(store) };
  return store;
}

function tablesOf(
  database: Kysely<Tables>,
  seal: Seal,
): Omit<Store, "atomically"> {
  return {
    partners: createPartnerStore(database, seal),
    transactions: createTransactionStore(database),
    verifications: createVerificationStore(database),
    authentications: createAuthenticationStore(database, seal),
    authorizations: createAuthorizationStore(database),
    reversals: createReversalStore(database),
    savedCards: createSavedCardStore(database),
  };
}
