import { CompiledQuery, type Kysely } from "kysely";
import type { Store } from "../../domain/store.ts";
import type { Changes } from "../changes.ts";
import type { OpenDatabase, OutboxStatements } from "../database-kind.ts";
import type { Tables } from "../tables.ts";
import { createGroupCommit } from "./group-commit.ts";

/** Changes that run one after another and are committed together. */
export function groupedChanges(
  { database }: OpenDatabase,
  inside: (transaction: Kysely<Tables>) => Store,
): Changes {
  const atomically = createGroupCommit<Store>((work) =>
    database.transaction().execute((transaction) =>
      work({
        inside: inside(transaction),
        run: (text) => transaction.executeQuery(CompiledQuery.raw(text)),
      }),
    ),
  );
  return {
    atomically,
    withPartner: (_partnerCode, work) => atomically(work),
    addOrder: (...order) => atomically(({ transactions }) => transactions.add(...order)),
    endLease: (...ended) => atomically(({ deliveries }) => deliveries.endLease(...ended)),
  };
}

/** The outbox of a database whose changes run one after another. */
export const groupedOutbox: OutboxStatements = {
  async add(database, row, onAdded) {
    await database.insertInto("deliveries").values(row).execute();
    onAdded();
  },
  skipLocked: (due) => due,
  isFirstToRemove: () => Promise.resolve(true),
};
