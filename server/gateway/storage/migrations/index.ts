import type { Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import type { Tables } from "../tables.ts";
import { initial } from "./0001-initial.ts";
import { historyAndOutbox } from "./0002-history-and-outbox.ts";
import { bankSide } from "./0003-bank-side.ts";
import { reversalDecisions } from "./0004-reversal-decisions.ts";
import { receivers } from "./0005-receivers.ts";
import { paymentsAskedFor } from "./0006-payments-asked-for.ts";
import { cardsToSave } from "./0007-cards-to-save.ts";
import { deliveryQueues } from "./0008-delivery-queues.ts";
import { revocation } from "./0009-revocation.ts";
import { cardsTried } from "./0010-cards-tried.ts";
import { dueLately } from "./0011-due-lately.ts";
import { heldBack } from "./0012-held-back.ts";
import { endedDeliveries } from "./0013-ended-deliveries.ts";
import { listedTransactions } from "./0014-listed-transactions.ts";

/** Every migration by name; they run in the order of their names, and a released one never changes. */
const migrations: Record<string, Migration> = {
  "0001-initial": initial,
  "0002-history-and-outbox": historyAndOutbox,
  "0003-bank-side": bankSide,
  "0004-reversal-decisions": reversalDecisions,
  "0005-receivers": receivers,
  "0006-payments-asked-for": paymentsAskedFor,
  "0007-cards-to-save": cardsToSave,
  "0008-delivery-queues": deliveryQueues,
  "0009-revocation": revocation,
  "0010-cards-tried": cardsTried,
  "0011-due-lately": dueLately,
  "0012-held-back": heldBack,
  "0013-ended-deliveries": endedDeliveries,
  "0014-listed-transactions": listedTransactions,
};

/**
 * Brings the tables up to date, under a lock: of several processes that start
 * at once, one does it and the others wait.
 *
 * @throws Error naming the migration that failed
 */
export async function migrate(database: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find(({ status }) => status === "Error");
  throw new Error(
    `The database could not be migrated (${failed?.migrationName ?? "before the first step"}).`,
    { cause: error },
  );
}
