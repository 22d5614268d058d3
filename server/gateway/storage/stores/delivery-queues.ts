import { type Kysely, sql } from "kysely";
import type {
  DeliveryQueue,
  WaitingDeliveries,
  WantedDeliveries,
} from "../../domain/outbox/delivery.ts";
import type { DeliveryStore, DueAt } from "../../domain/store.ts";
import type { Tables } from "../tables.ts";

/** No more deliveries of one queue are attempted at once. */
const LONGEST_COUNT = 32;

/** The number of deliveries that `dueLately` considers. */
const MOST_LATELY = 1000;

/** Queries for the queues of the outbox. They use the indexes `deliveries_due_lately` and `deliveries_due`, so that none reads a whole backlog. */
export function deliveryQueues(
  database: Kysely<Tables>,
): Pick<DeliveryStore, "dueLately" | "partnersPending" | "queues"> {
  return {
    async dueLately(at, since) {
      const { rows } = await sql<QueueRow>`
        SELECT partner_code, retry, receiver, count(*) AS due FROM (
          SELECT partner_code, ${retry} AS retry, receiver, due_at FROM deliveries
          WHERE status = 'pending' AND due_at > ${since} AND due_at <= ${at.gateway}
            AND leased_until <= ${at.machine}
          ORDER BY due_at DESC LIMIT ${sql.lit(MOST_LATELY)}
        ) AS lately
        GROUP BY partner_code, retry, receiver
        ORDER BY retry, min(due_at), receiver
      `.execute(database);
      return rows.map(waitingOf);
    },

    async partnersPending(after, most) {
      const { rows } = await sql<{ code: string }>`
        WITH RECURSIVE partner (code, step) AS (
          VALUES (CAST(${after} AS text), 0)
          UNION ALL
          SELECT (
            SELECT min(partner_code) FROM deliveries
            WHERE status = 'pending' AND partner_code > partner.code
          ), step + 1
          FROM partner WHERE code IS NOT NULL AND step < ${sql.lit(most)}
        )
        SELECT code FROM partner WHERE step > 0 AND code IS NOT NULL
      `.execute(database);
      return rows.map(({ code }) => code);
    },

    async queues(at, after, longest) {
      if (after.length === 0) return [];
      const starts = after.map(
        ({ partnerCode, isRetry, receiver }) =>
          // With a cast to a number, SQLite would not use the index.
          sql`(CAST(${partnerCode} AS text), ${sql.lit(Number(isRetry))}, CAST(${receiver} AS text), 0)`,
      );
      const { rows } = await sql<QueueRow>`
        WITH RECURSIVE walk (partner_code, retry, receiver, step) AS (
          VALUES ${sql.join(starts)}
          UNION ALL
          SELECT partner_code, retry, (
            SELECT receiver FROM deliveries
            WHERE status = 'pending' AND partner_code = walk.partner_code
              AND ${retry} = walk.retry AND receiver > walk.receiver
            ORDER BY receiver LIMIT 1
          ), step + 1
          FROM walk WHERE receiver IS NOT NULL AND step < ${sql.lit(longest)}
        )
        SELECT partner_code, retry, receiver, (
          SELECT count(*) FROM (
            SELECT 1 FROM deliveries
            WHERE status = 'pending' AND partner_code = walk.partner_code
              AND ${retry} = walk.retry AND receiver = walk.receiver
              AND due_at <= ${at.gateway} AND leased_until <= ${at.machine}
            LIMIT ${sql.lit(LONGEST_COUNT)}
          ) AS found
        ) AS due
        FROM walk WHERE step > 0 AND receiver IS NOT NULL
        ORDER BY retry, step, partner_code
      `.execute(database);
      return rows.map(waitingOf);
    },
  };
}

/** The ids of due deliveries in some queues, longest due first. */
export function dueIn(database: Kysely<Tables>, wanted: readonly WantedDeliveries[], at: DueAt) {
  const [first, ...others] = wanted.map((queue) =>
    database.selectFrom(dueInOne(database, queue, at).as("queue")).select("id"),
  );
  return others.reduce((all, query) => all?.unionAll(query), first);
}

/** The due deliveries that are not leased. */
export function dueAt(database: Kysely<Tables>, at: DueAt) {
  return database
    .selectFrom("deliveries")
    .where(isPending)
    .where("dueAt", "<=", at.gateway)
    .where("leasedUntil", "<=", at.machine);
}

function dueInOne(database: Kysely<Tables>, queue: WantedDeliveries, at: DueAt) {
  return dueAt(database, at)
    .select("id")
    .where("partnerCode", "=", queue.partnerCode)
    .where(retry, "=", Number(queue.isRetry))
    .where("receiver", "=", queue.receiver)
    .orderBy("dueAt")
    .orderBy("id")
    .limit(queue.limit);
}

/** The same text as in the indexes, without parameters. */
const isPending = sql<boolean>`status = 'pending'`;

/** The same text as in the index. */
const retry = sql<number>`(CASE WHEN tries = 0 THEN 0 ELSE 1 END)`;

function waitingOf({ retry: isRetry, ...queue }: QueueRow): WaitingDeliveries {
  return { ...queue, isRetry: isRetry === 1 };
}

interface QueueRow extends Omit<DeliveryQueue, "isRetry"> {
  readonly retry: number;
  readonly due: number;
}
