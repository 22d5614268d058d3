import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ArchivedOrder, ArchiveStore } from "../../domain/store.ts";
import { findRows, updateRows } from "../rows.ts";
import type { Row, Tables } from "../tables.ts";
import { createHistoryStore } from "./history.ts";
import { transactionOf } from "./transactions.ts";

export function createArchiveStore(database: Kysely<Tables>): ArchiveStore {
  const history = createHistoryStore(database);
  return {
    async ordersBefore(partnerCode, before, after, limit) {
      const rows = await findRows(
        database,
        "transactions",
        { partnerCode },
        sql`AND created_at < ${before} AND (created_at, id) > (${after?.createdAt ?? -1}, ${after?.id ?? ""})
          AND ${isUnchanging} ORDER BY created_at, id LIMIT ${limit}`,
      );
      const ids = rows.map(({ id }) => id);
      const verifications = await verificationsOf(database, ids);
      const changes = [
        ...(await history.of("transaction", ids)),
        ...(await history.of(
          "verification",
          verifications.map(({ id }) => id),
        )),
      ];
      const verificationBy = new Map(verifications.map((found) => [found.transactionId, found]));
      const changesBy = Map.groupBy(changes, ({ recordId }) => recordId);
      return rows.map((row): ArchivedOrder => {
        const verification = verificationBy.get(row.id);
        const records = [row.id, ...(verification ? [verification.id] : [])];
        return {
          transaction: transactionOf(row),
          verification,
          history: records.flatMap((id) => changesBy.get(id) ?? []),
        };
      });
    },

    async keepCodes(orders) {
      const codes = orders.map(({ partnerCode, orderId }) => ({ partnerCode, orderId }));
      await database
        .insertInto("archivedOrderCodes")
        .values(codes)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async remove(partnerCode, ids) {
      const wanted = sql`AND id IN (${sql.join(ids)}) AND ${isUnchanging} AND EXISTS (
        SELECT 1 FROM archived_order_codes AS code
        WHERE code.partner_code = transactions.partner_code AND code.order_id = transactions.order_id)`;
      const rows = await findRows(database, "transactions", { partnerCode }, wanted);
      if (rows.length === 0) return 0;
      await uncount(database, partnerCode, rows);
      const removed = rows.map(({ id }) => id);
      const verifications = await verificationsOf(database, removed);
      await removeIn(database, "history", sql`entity = 'transaction' AND record_id`, removed);
      await removeIn(
        database,
        "history",
        sql`entity = 'verification' AND record_id`,
        verifications.map(({ id }) => id),
      );
      await removeIn(database, "verifications", sql`transaction_id`, removed);
      await removeIn(database, "transactions", sql`id`, removed);
      return removed.length;
    },
  };
}

/** The order has ended, and no event is left that could be delivered again. */
const isUnchanging = sql`status IN ('success', 'error')
  AND NOT EXISTS (SELECT 1 FROM deliveries WHERE subject_id = transactions.id)`;

function verificationsOf(
  database: Kysely<Tables>,
  transactionIds: readonly string[],
): Promise<readonly Row<"verifications">[]> {
  if (transactionIds.length === 0) return Promise.resolve([]);
  return database
    .selectFrom("verifications")
    .selectAll()
    .where("transactionId", "in", transactionIds)
    .execute();
}

async function removeIn(
  database: Kysely<Tables>,
  table: keyof Tables,
  column: RawBuilder<unknown>,
  values: readonly string[],
): Promise<void> {
  if (values.length === 0) return;
  await sql`DELETE FROM ${sql.table(table)} WHERE ${column} IN (${sql.join(values)})`.execute(
    database,
  );
}

/** Takes orders that will be removed from the counts of their periods. */
async function uncount(
  database: Kysely<Tables>,
  partnerCode: string,
  rows: readonly Row<"transactions">[],
): Promise<void> {
  const table = "transactionCounts";
  const undecided = await database
    .deleteFrom("undecidedTransactions")
    .where("partnerCode", "=", partnerCode)
    .where(
      "transactionId",
      "in",
      rows.map(({ id }) => id),
    )
    .returning("transactionId")
    .execute();
  const uncounted = new Set(undecided.map(({ transactionId }) => transactionId));
  const counted = rows.filter(({ id }) => !uncounted.has(id));
  const times = counted.map(({ createdAt }) => createdAt);
  const periods = await findRows(
    database,
    table,
    { partnerCode },
    sql`AND until >= ${Math.min(...times, LATEST)} AND since < ${Math.max(...times, 0)}`,
  );
  for (const { count, ...period } of periods) {
    const { since, until, status, paymentMethod } = period;
    const own = counted.filter(
      (row) =>
        row.createdAt > since &&
        row.createdAt <= until &&
        row.status === status &&
        row.paymentMethod === paymentMethod,
    );
    await updateRows(database, table, period, { count: count - own.length });
  }
  // Counting continues after the latest period.
  await sql`
    DELETE FROM transaction_counts WHERE partner_code = ${partnerCode} AND count = 0 AND until < (
      SELECT max(until) FROM transaction_counts WHERE partner_code = ${partnerCode}
    )`.execute(database);
}

const LATEST = Number.MAX_SAFE_INTEGER;
