import { type Kysely, type RawBuilder, sql } from "kysely";
import { PAYABLE_MS, type TransactionStatus } from "../../domain/payments/transaction.ts";
import { CONFIRMABLE_MS } from "../../domain/payments/verification.ts";
import type { TransactionFilter } from "../../domain/store.ts";
import { compiledOnce, type Named } from "../statement.ts";
import type { Row, Tables } from "../tables.ts";

/**
 * Reads a page of a partner's transactions, newest first, and the number of all matches, in one statement and thus at one
 * moment. Of what `transaction_counts` has counted, it reads only the page and part of one count.
 *
 * @param now decides which transactions are overdue, see `TransactionStore.list`
 */
export async function readPage(
  database: Kysely<Tables>,
  filter: TransactionFilter,
  now: number,
): Promise<{ rows: readonly Row<"transactions">[]; total: number }> {
  const { partnerCode, createdFrom: from, createdTo: to, status = "any", limit, page } = filter;
  const skip = (page - 1) * limit;
  const shape: Shape = { status, isFirst: skip === 0 };
  const recently = now - PAYABLE_MS;
  const { paymentMethod } = filter;
  const values = { partnerCode, paymentMethod, from, to, limit, skip, now, recently };
  const { rows } = await runPage(database, shape, values);
  return {
    rows: rows.flatMap(({ total: _, ...row }) => ("id" in row ? [row] : [])),
    total: rows[0]?.total ?? 0,
  };
}

/** The same texts as in the index `transactions_expiring`, without parameters. */
export const isPending = sql`status = 'pending'`;
export const deadline = sql.raw(
  `(created_at + CASE WHEN source_of_funds IS NULL THEN ${PAYABLE_MS} ELSE ${CONFIRMABLE_MS} END)`,
);

/** How a statement is written. */
interface Shape {
  readonly status: TransactionStatus | "any";
  /** The counts say where a further page begins. What it skips is read from the index alone. */
  readonly isFirst: boolean;
}

interface Values {
  readonly partnerCode: string;
  readonly paymentMethod: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly limit: number;
  readonly skip: number;
  readonly now: number;
  /** Orders from before it are overdue in any case. */
  readonly recently: number;
}

/** Each row of the page with the total, or the total alone if the page is empty. */
type PageRow = (Row<"transactions"> | object) & { readonly total: number };

/**
 * The conditions of each status, of which a row matches at most one. An overdue transaction matches the status that it
 * will get. Only the transactions of the last minutes are read to decide that.
 */
const conditionsOfStatus = {
  any: () => [sql`TRUE`],
  pending: ({ now, recently }) => [
    sql`${isPending} AND created_at > ${recently} AND ${deadline} > ${now}`,
  ],
  processing: () => [sql`status = 'processing'`],
  success: () => [sql`status = 'success'`],
  error: ({ now, recently }) => [
    sql`status = 'error'`,
    sql`${isPending} AND created_at <= ${recently}`,
    sql`${isPending} AND created_at > ${recently} AND ${deadline} > ${recently} AND ${deadline} <= ${now}`,
  ],
} satisfies Readonly<
  Record<Shape["status"], (values: Named<Values>) => readonly RawBuilder<unknown>[]>
>;

const runPage = compiledOnce<Values, Shape, PageRow>((values, { status, isFirst }) => {
  const { from, to = FOREVER, limit } = values;
  const own = all(
    sql`partner_code = ${values.partnerCode}`,
    values.paymentMethod && sql`payment_method = ${values.paymentMethod}`,
  );
  const since = from && sql`created_at >= ${from}`;
  // Without two bounds, PostgreSQL expects many rows, and starts processes to count the few that there are.
  const until = sql`created_at <= ${to}`;
  const matches = (...period: (RawBuilder<unknown> | undefined)[]) =>
    conditionsOfStatus[status](values).map((condition) => all(own, ...period, condition));
  const numberOf = (...period: (RawBuilder<unknown> | undefined)[]) =>
    sql.join(
      matches(...period).map((match) => sql`(SELECT count(*) FROM transactions WHERE ${match})`),
      sql` + `,
    );
  const ofStatus = status === "any" ? sql`TRUE` : sql`status = ${sql.lit(status)}`;
  const beforeCounted = sql`created_at <= (SELECT since FROM counted)`;
  const afterCounted = sql`created_at > (SELECT until FROM counted)`;
  const page = matches(since, isFirst ? until : sql`created_at <= (SELECT at FROM beginning)`);
  const newestFirst = sql`ORDER BY created_at DESC, id DESC`;
  const further = sql`(SELECT further FROM beginning)`;
  const candidates = page.map(
    (match) => sql`
      SELECT * FROM (
        SELECT ${isFirst ? sql`*` : sql`created_at, id`} FROM transactions WHERE ${match}
        ${newestFirst} LIMIT ${limit} ${isFirst ? sql`` : sql`+ ${further}`}
      ) AS candidates`,
  );
  return sql`
    WITH ${countedPeriod(values)},
    counts AS MATERIALIZED (
      SELECT since, until, count FROM transaction_counts
      WHERE ${own} AND until > (SELECT since FROM counted) AND until <= (SELECT until FROM counted)
        AND ${ofStatus}
      UNION ALL
      SELECT since, until, 1 FROM undecided_transactions
      WHERE partner_code = ${values.partnerCode}
        AND until > (SELECT since FROM counted) AND until <= (SELECT until FROM counted)
        AND EXISTS (SELECT 1 FROM transactions WHERE id = transaction_id AND ${own} AND ${ofStatus})
    ),
    uncounted AS MATERIALIZED (
      SELECT ${since ? numberOf(since, beforeCounted) : sql`0`} AS older, ${numberOf(afterCounted, until)} AS newer
    ),
    whole AS (
      SELECT older + newer + (SELECT coalesce(sum(count), 0) FROM counts) AS total FROM uncounted
    )
    ${isFirst ? sql`` : beginningOf(values)}
    SELECT ${isFirst ? sql`page` : sql`transactions`}.*, total
    FROM whole
    LEFT JOIN (
      ${sql.join(candidates, sql` UNION ALL `)}
      ${newestFirst} LIMIT ${limit} ${isFirst ? sql`` : sql`OFFSET ${further}`}
    ) AS page ON TRUE
    ${isFirst ? sql`` : sql`LEFT JOIN transactions ON transactions.id = page.id`}
    ORDER BY page.created_at DESC, page.id DESC`;
});

/** The period of all counts that lie wholly in the wanted one: after `since`, up to `until`. It is empty if there are none. */
function countedPeriod({ partnerCode, from, to = FOREVER }: Named<Values>): RawBuilder<unknown> {
  const first = sql`
    SELECT since FROM transaction_counts
    WHERE partner_code = ${partnerCode} AND until >= ${from} AND since + 1 >= ${from} AND since <= ${to}
    ORDER BY until LIMIT 1`;
  return sql`
    first AS MATERIALIZED (SELECT ${from ? sql`coalesce((${first}), ${to})` : sql`-1`} AS since),
    counted AS MATERIALIZED (
      SELECT since, coalesce((
        SELECT max(until) FROM transaction_counts
        WHERE partner_code = ${partnerCode} AND until > first.since AND until <= ${to}
      ), since) AS until FROM first
    )`;
}

/** Where a page begins: `further` matches after the end of the oldest period that is skipped as a whole. */
function beginningOf({ skip, to = FOREVER }: Named<Values>): RawBuilder<unknown> {
  return sql`,
    reached AS (
      SELECT since, (SELECT newer FROM uncounted) + CAST(sum(sum(count)) OVER (ORDER BY until DESC) AS bigint) AS skipped
      FROM counts GROUP BY since, until
    ),
    beginning AS MATERIALIZED (
      SELECT coalesce(min(since), ${to}) AS at, ${skip} - coalesce(max(skipped), 0) AS further
      FROM reached WHERE skipped <= ${skip}
    )`;
}

/** Later than every transaction. */
const FOREVER = sql.lit(Number.MAX_SAFE_INTEGER);

function all(...conditions: readonly (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> {
  return sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` AND `,
  );
}
