import { type Kysely, sql } from "kysely";
import { isFinalTransaction } from "../../domain/payments/transaction.ts";
import { insertRow } from "../statement.ts";
import type { Tables } from "../tables.ts";

/** How many transactions are counted together. Both kinds of databases read as many entries of an index in about a millisecond. */
export const COUNTED_TOGETHER = 5000;

/**
 * Counts a partner's next transactions by status and payment method, oldest first, so that lists need not read them to know
 * their number. Counts never change, so those that a bank has not decided yet are listed instead.
 *
 * Call it in a transaction that locks the partner.
 *
 * @param until only transactions up to this time are counted. None may be added before it later
 * @returns false if fewer than `size` transactions remain, one of them is pending, or many are not decided
 */
export async function countNext(
  database: Kysely<Tables>,
  partnerCode: string,
  until: number,
  size = COUNTED_TOGETHER,
): Promise<boolean> {
  const { rows: ends } = await sql<{ since: number; until: number }>`
    WITH counted AS (
      SELECT coalesce(max(until), -1) AS until FROM transaction_counts
      WHERE partner_code = ${partnerCode}
    )
    SELECT counted.until AS since, created_at AS until FROM transactions, counted
    WHERE partner_code = ${partnerCode} AND created_at > (SELECT until FROM counted) AND created_at <= ${until}
    ORDER BY created_at LIMIT 1 OFFSET ${size - 1}
  `.execute(database);
  const [next] = ends;
  if (next === undefined) return false;
  // All transactions of the last millisecond belong to the same count.
  const { rows } = await sql<
    Pick<Tables["transactionCounts"], "status" | "paymentMethod" | "count"> & { id?: string }
  >`
    SELECT status, payment_method, count(*) AS count, CASE WHEN status = 'processing' THEN id END AS id
    FROM transactions
    WHERE partner_code = ${partnerCode} AND created_at > ${next.since} AND created_at <= ${next.until}
    GROUP BY 1, 2, 4
  `.execute(database);
  const counts = rows.filter(({ status }) => isFinalTransaction(status));
  const undecided = rows.flatMap(({ id }) => id ?? []);
  const isOpen = counts.length + undecided.length < rows.length;
  if (isOpen || counts.length === 0 || undecided.length > size / LEAST_DECIDED) return false;
  const period = { partnerCode, ...next };
  await database
    .insertInto("transactionCounts")
    .values(
      counts.map(({ status, paymentMethod, count }) => ({
        ...period,
        status,
        paymentMethod,
        count,
      })),
    )
    .execute();
  for (const transactionId of undecided)
    await insertRow(database, "undecidedTransactions", { ...period, transactionId });
  return true;
}

/** While a bank is away, it waits until the most are decided, because lists read each undecided transaction. */
const LEAST_DECIDED = 50;

/** Whether at least so many of a partner's transactions are not counted yet. It reads no more than that. */
export async function hasUncounted(
  database: Kysely<Tables>,
  partnerCode: string,
  least: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM transactions
    WHERE partner_code = ${partnerCode} AND created_at <= ${until} AND created_at > coalesce((
      SELECT max(until) FROM transaction_counts WHERE partner_code = ${partnerCode}
    ), -1)
    LIMIT 1 OFFSET ${least - 1}
  `.execute(database);
  return rows.length > 0;
}
