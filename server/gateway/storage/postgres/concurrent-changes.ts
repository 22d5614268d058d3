import { type IsolationLevel, type Kysely, sql } from "kysely";
import { runFor } from "../../platform/concurrency/current-work.ts";
import type { Store } from "../../domain/store.ts";
import { batched } from "../batching.ts";
import type { Changes } from "../changes.ts";
import { retryOnConflict } from "../conflicts.ts";
import type { OpenDatabase } from "../database-kind.ts";
import { endLeases } from "../stores/deliveries.ts";
import { addOrders } from "../stores/transactions.ts";
import type { Tables } from "../tables.ts";

/** Changes that run at once, and again after a conflict or the loss of a connection. What comes together is one statement. */
export function concurrentChanges(
  { database, isConflict, isLost, isRefused }: OpenDatabase,
  inside: (transaction: Kysely<Tables>) => Store,
): Changes {
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
  const inOneStatement = <Item, Result>(
    mayRunAgain: (error: unknown) => boolean,
    run: (items: readonly Item[], isRepeated: boolean) => Promise<readonly Result[]>,
  ) =>
    batched<Item, Result>(
      // The statement is for several partners.
      (items) =>
        runFor("everybody", () =>
          retryOnConflict(mayRunAgain, (isRepeated) => run(items, isRepeated)),
        ),
      isRefused,
    );
  const addOrder = inOneStatement(
    (error) => isConflict(error) || isLost(error),
    (orders: Parameters<typeof addOrders>[1], isRepeated) =>
      addOrders(database, orders, isRepeated),
  );
  const endLease = inOneStatement(isConflict, (ended: Parameters<typeof endLeases>[1]) =>
    endLeases(database, ended),
  );
  return {
    // With a concurrent change the transaction fails and runs again, instead of deciding by an old read.
    atomically: (work) => alone("repeatable read", (transaction) => work(inside(transaction))),
    // After waiting for the row lock, the transaction reads the latest committed state.
    withPartner: (partnerCode, work) =>
      alone("read committed", async (transaction) => {
        await lockPartner(transaction, partnerCode);
        return work(inside(transaction));
      }),
    addOrder: (...order) => addOrder(order),
    endLease: (...ended) => endLease(ended),
  };
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
