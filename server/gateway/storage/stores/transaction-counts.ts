import { type Kysely, sql } from "kysely";
import { isFinalTransaction } from "../../domain/payments/transaction.ts";
import type { Tables } from "../tables.ts";

/** How many transactions are counted together. Both kinds of databases read as many entries of an index in about a millisecond. */
export const COUNTED_TOGETHER = 5000;

/**
 * Counts a partner's next transactions by status and payment method, oldest first, so that lists need not read them to know
 * their number. They must be final, because counts never change.
 *
 * Call it in a transaction that locks the partner.
 *
 * @param until only transactions up to this time are counted. None may be added before it later
 * @returns false if fewer than `size` transactions remain, or one of them is not final
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
  const { rows: counts } = await sql<
    Pick<Tables["transactionCounts"], "status" | "paymentMethod" | "count">
  >`
    SELECT status, payment_method, count(*) AS count FROM transactions
    WHERE partner_code = ${partnerCode} AND created_at > ${next.since} AND created_at <= ${next.until}
    GROUP BY status, payment_method
  `.execute(database);
  if (!counts.every(({ status }) => isFinalTransaction(status))) return false;
  await database
    .insertInto("transactionCounts")
    .values(counts.map((count) => ({ partnerCode, ...next, ...count })))
    .execute();
  return true;
}

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
