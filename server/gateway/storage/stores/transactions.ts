import { type Kysely, sql } from "kysely";
import { assignTransaction } from "../../platform/concurrency/current-work.ts";
import type { TransactionStore } from "../../domain/store.ts";
import type { Transaction } from "../../domain/payments/transaction.ts";
import type { Change } from "../../domain/states/lifecycles.ts";
import { findIds, findRow, moveRow, updateRow } from "../rows.ts";
import { selectColumns, insertRow, listStatement, rowsFromJson } from "../statement.ts";
import type { NewRow, Row, Tables } from "../tables.ts";
import { historyRowOf } from "./history.ts";
import { COUNTED_TOGETHER, countNext, hasUncounted } from "./transaction-counts.ts";
import { deadline, isPending, readPage } from "./transaction-list.ts";

/** Chooses the database from which a list of a partner is read. */
export type ListReader = <Result>(
  read: (database: Kysely<Tables>) => Promise<Result>,
  partnerCode: string,
) => Promise<Result>;

/** Reads lists with many transactions that are not counted from `longReads`. */
export function longListReader(database: Kysely<Tables>, longReads: Kysely<Tables>): ListReader {
  return async (read, partnerCode) =>
    read((await hasUncounted(database, partnerCode, MOST_UNCOUNTED)) ? longReads : database);
}

/** @param readList default: from `database` */
export function createTransactionStore(
  database: Kysely<Tables>,
  readList: ListReader = (read) => read(database),
): TransactionStore {
  const table = "transactions";
  return {
    async add(transaction, created) {
      assignTransaction(transaction);
      if (!(await insertRow(database, table, transactionRow(transaction), IGNORE_DUPLICATE)))
        return false;
      return insertRow(database, "history", historyRowOf(created));
    },

    async get(id) {
      const row = await findRow(database, table, { id });
      if (row !== undefined) assignTransaction(row);
      return row && transactionOf(row);
    },

    payWith: (id, { bankCode, card, cardExpiry, bankReference }) =>
      updateRow(
        database,
        table,
        { id, status: "pending" },
        {
          bankCode,
          ...(card && { cardMask: card.number, cardBrand: card.brand }),
          ...(cardExpiry && { cardMonth: cardExpiry.month, cardYear: cardExpiry.year }),
          ...(bankReference !== undefined && { bankReference }),
        },
      ),

    countCard: (id, most) =>
      updateRow(
        database,
        table,
        { id },
        { cardsTried: sql`cards_tried + 1` },
        sql`AND cards_tried < ${most}`,
      ),

    async list(filter, now) {
      const { rows, total } = await readList(
        (from) => readPage(from, filter, now),
        filter.partnerCode,
      );
      return { transactions: rows.map(transactionOf), total };
    },

    countNext: (partnerCode, until, size) => countNext(database, partnerCode, until, size),

    hasUncounted: (partnerCode, until, size = COUNTED_TOGETHER) =>
      hasUncounted(database, partnerCode, size, until),

    move: (id, move, failure) => moveRow(database, table, id, move, { failure }),

    undecided: (bankCode, until, limit) =>
      findIds(
        database,
        table,
        { status: "processing", bankCode },
        sql`AND ${undecidedSince(until)} ORDER BY asked_at LIMIT ${limit}`,
      ),

    async banksWithUndecided(until) {
      const { rows } = await sql<Pick<Row<"transactions">, "bankCode">>`
        SELECT DISTINCT bank_code FROM transactions
        WHERE status = 'processing' AND ${undecidedSince(until)}
      `.execute(database);
      return rows.map(({ bankCode }) => bankCode);
    },

    markAsked: (id, askedAt, until) =>
      updateRow(
        database,
        table,
        { id, status: "processing" },
        { askedAt },
        sql`AND asked_at <= ${until}`,
      ),

    async overdue(now, limit) {
      const owners = await partnersWithOverdue(database, now);
      const ids: string[] = [];
      for (const partnerCode of owners) {
        const share = Math.ceil(limit / owners.length);
        const longest = sql`AND ${isPending} AND ${deadline} <= ${now} ORDER BY ${deadline} LIMIT ${share}`;
        ids.push(...(await findIds(database, table, { partnerCode }, longest)));
      }
      return ids;
    },
  };
}

/** The partners that have overdue transactions. It goes from partner to partner in the index, and does not read a backlog. */
async function partnersWithOverdue(
  database: Kysely<Tables>,
  now: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ code: string }>`
    WITH RECURSIVE partner (code) AS (
      SELECT min(partner_code) FROM transactions WHERE ${isPending}
      UNION ALL
      SELECT (
        SELECT min(partner_code) FROM transactions WHERE ${isPending} AND partner_code > partner.code
      )
      FROM partner WHERE code IS NOT NULL
    )
    SELECT code FROM partner WHERE EXISTS (
      SELECT 1 FROM transactions
      WHERE ${isPending} AND partner_code = partner.code AND ${deadline} <= ${now}
    )
  `.execute(database);
  return rows.map(({ code }) => code);
}

/** More are left only if there were more orders in the last minutes, or an older one has no result yet. */
const MOST_UNCOUNTED = 2 * COUNTED_TOGETHER;

const IGNORE_DUPLICATE = "ON CONFLICT (partner_code, order_id) DO NOTHING";

/**
 * Adds orders with one statement, on a database whose statements can write to several tables.
 *
 * @param isRepeated whether an earlier run may have stored them before its connection was lost
 */
export async function addOrders(
  database: Kysely<Tables>,
  orders: readonly (readonly [Transaction, Change])[],
  isRepeated = false,
): Promise<boolean[]> {
  const given = orders.map(([{ id }]) => id);
  const stored = await insertOrders(
    database,
    orders.map(([transaction]) => transactionRow(transaction)),
    orders.map(([, created]) => historyRowOf(created)),
  );
  const ids = new Set(stored.map(({ id }) => id));
  if (isRepeated) {
    const found = database.selectFrom("transactions").select("id").where("id", "in", given);
    for (const { id } of await found.execute()) ids.add(id);
  }
  return given.map((id) => ids.has(id));
}

const insertOrders = listStatement(
  (orders: readonly object[], lines: readonly object[]) => sql<{ id: string }>`
    WITH stored AS (
      INSERT INTO transactions (${selectColumns("transactions")})
      SELECT ${selectColumns("transactions")} FROM ${rowsFromJson("transactions", orders)}
      ${sql.raw(IGNORE_DUPLICATE)} RETURNING id
    ), lines AS (
      INSERT INTO history (${selectColumns("history")})
      SELECT ${selectColumns("history")} FROM ${rowsFromJson("history", lines)}
      WHERE record_id IN (SELECT id FROM stored)
    )
    SELECT id FROM stored`,
);

/** `asked_at` of a new order. */
const NEVER = 0;

function undecidedSince(until: number) {
  return sql`updated_at <= ${until} AND asked_at <= ${until}`;
}

function transactionRow({ card, cardExpiry, ...order }: Transaction): NewRow<"transactions"> {
  return {
    ...order,
    cardMask: card?.number,
    cardBrand: card?.brand,
    cardMonth: cardExpiry?.month,
    cardYear: cardExpiry?.year,
    askedAt: NEVER,
    cardsTried: 0,
  };
}

export function transactionOf(row: Row<"transactions">): Transaction {
  const { askedAt: _, cardsTried: __, cardMask, cardBrand, cardMonth, cardYear, ...rest } = row;
  return {
    ...rest,
    card: cardMask === undefined ? undefined : { number: cardMask, brand: cardBrand },
    cardExpiry:
      cardMonth === undefined || cardYear === undefined
        ? undefined
        : { month: cardMonth, year: cardYear },
  };
}
