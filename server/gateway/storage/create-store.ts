import type { Kysely } from "kysely";
import { assignTransaction } from "../platform/concurrency/current-work.ts";
import { isFinalTransaction, type Transaction } from "../domain/payments/transaction.ts";
import type { Store } from "../domain/store.ts";
import type { Cipher } from "../platform/security/cipher.ts";
import { sharedCall } from "../platform/concurrency/shared-call.ts";
import { type createQueues, retryOnConflict } from "./conflicts.ts";
import type { OpenDatabase } from "./database-kind.ts";
import { createAuthenticationStore } from "./stores/authentications.ts";
import { createAuthorizationStore } from "./stores/authorizations.ts";
import { createDeliveryStore, type OutboxKind } from "./stores/deliveries.ts";
import { createFaultStore } from "./stores/delivery-faults.ts";
import { createHistoryStore } from "./stores/history.ts";
import { createPartnerStore } from "./stores/partners.ts";
import { createRemoval } from "./stores/remove-records.ts";
import { createReversalStore } from "./stores/reversals.ts";
import { createSavedCardStore } from "./stores/saved-cards.ts";
import { createSettingStore } from "./stores/settings.ts";
import { createTimers } from "./stores/timers.ts";
import { createTransactionStore, longListReader } from "./stores/transactions.ts";
import { createVerificationStore } from "./stores/verifications.ts";
import type { Tables } from "./tables.ts";

/** The final state of an order. */
export type Ended = Pick<Transaction, "status" | "failure">;

/** Called when something has happened in a store. */
export interface StoreListeners {
  /** An order has ended, and that is committed. */
  readonly onEnded?: (ended: Ended) => void;
}

/** What a store needs beside the database. */
interface StoreParts extends StoreListeners {
  /** Encrypts confidential columns. */
  readonly cipher: Cipher;
  /** Called when an event is added to the outbox. */
  readonly onAdded: () => void;
  /** Runs the work of one partner one after another. */
  readonly inTurn: ReturnType<typeof createQueues>;
}

/** The records of an open database. Concurrent changes are decided once, and work whose connection was lost runs again. */
export function createStore(
  opened: OpenDatabase,
  { cipher, onAdded, onEnded, inTurn: queue }: StoreParts,
): Store {
  const { database, longReads, isLost, outbox } = opened;
  const kind = { cipher, outbox, onAdded };
  const inside = (transaction: Kysely<Tables>) => createNestedStore(tablesOf(transaction, kind));
  const tables = tablesOf(database, kind);
  const { partners, deliveries } = tables;
  const readList = longReads && longListReader(database, longReads);
  const transactions = createTransactionStore(database, readList);
  const changes = opened.changes(opened, inside);
  // A read can run again after its result was lost.
  const again = <Result>(read: () => Promise<Result>) => retryOnConflict(isLost, read);
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
      add(...order) {
        assignTransaction(order[0]);
        return changes.addOrder(...order);
      },
    },
    deliveries: {
      ...deliveries,
      isClosed: sharedCall((partnerCode, url) => deliveries.isClosed(partnerCode, url)),
      endLease: changes.endLease,
      releaseHeldBack: sharedCall((partnerCode, now) =>
        deliveries.releaseHeldBack(partnerCode, now),
      ),
    },
    atomically: reportingEnds(onEnded, changes.atomically),
    inTurn: (partnerCode, work) => queue(partnerCode, () => changes.withPartner(partnerCode, work)),
  };
}

/** Reports the orders that transactions have ended, after the commit. */
function reportingEnds(
  onEnded: StoreListeners["onEnded"],
  run: Store["atomically"],
): Store["atomically"] {
  return async (work) => {
    let ended: Ended[] = [];
    const result = await run((store) => {
      // It may run again.
      ended = [];
      const { transactions } = store;
      return work(
        createNestedStore({
          ...store,
          transactions: {
            ...transactions,
            async move(id, move, failure) {
              const isMoved = await transactions.move(id, move, failure);
              if (isMoved && isFinalTransaction(move.to)) ended.push({ status: move.to, failure });
              return isMoved;
            },
          },
        }),
      );
    });
    for (const end of ended) onEnded?.(end);
    return result;
  };
}

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
  const { cipher } = kind;
  return {
    partners: createPartnerStore(database, cipher),
    transactions: createTransactionStore(database),
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
