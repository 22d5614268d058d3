import { type Kysely, sql } from "kysely";
import type { TransactionFilter, TransactionStore } from "../../domain/store.ts";
import type { Transaction } from "../../domain/payments/transaction.ts";
import type { Change } from "../../domain/states/lifecycles.ts";
import { findIds, findPage, findRow, moveRow, updateRow } from "../rows.ts";
import { columnsOf, insertRow, listStatement, rowsIn } from "../statement.ts";
import type { NewRow, Row, Tables } from "../tables.ts";
import { historyRowOf } from "./history.ts";

/** @param locksRows whether one statement can write to two tables */
export function createTransactionStore(
  database: Kysely<Tables>,
  locksRows: boolean,
): TransactionStore {
  const table = "transactions";
  return {
    async add(transaction, created) {
      if (locksRows) return (await addOrders(database, [[transaction, created]])).includes(true);
      if (!(await insertRow(database, table, rowOf(transaction), IGNORE_DUPLICATE))) return false;
      return insertRow(database, "history", historyRowOf(created));
    },

    async get(id) {
      const row = await findRow(database, table, { id });
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

    async list(filter) {
      const { rows, total } = await findPage(database, table, conditionOf(filter), filter);
      return { transactions: rows.map(transactionOf), total };
    },

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

    due: (until, limit, partnerCode) =>
      findIds(
        database,
        table,
        { status: "pending", ...(partnerCode !== undefined && { partnerCode }) },
        // A pending order has not changed, so this is also its creation time.
        sql`AND updated_at <= ${until} ORDER BY updated_at LIMIT ${limit}`,
      ),
  };
}

const IGNORE_DUPLICATE = "ON CONFLICT (partner_code, order_id) DO NOTHING";

/** Adds orders with one statement, on a database whose statements can write to several tables. */
export async function addOrders(
  database: Kysely<Tables>,
  orders: readonly (readonly [Transaction, Change])[],
): Promise<boolean[]> {
  const stored = await insertOrders(
    database,
    orders.map(([transaction]) => rowOf(transaction)),
    orders.map(([, created]) => historyRowOf(created)),
  );
  const ids = new Set(stored.map(({ id }) => id));
  return orders.map(([{ id }]) => ids.has(id));
}

const insertOrders = listStatement(
  (orders: readonly object[], lines: readonly object[]) => sql<{ id: string }>`
    WITH stored AS (
      INSERT INTO transactions (${columnsOf("transactions")})
      SELECT ${columnsOf("transactions")} FROM ${rowsIn("transactions", orders)}
      ${sql.raw(IGNORE_DUPLICATE)} RETURNING id
    ), lines AS (
      INSERT INTO history (${columnsOf("history")})
      SELECT ${columnsOf("history")} FROM ${rowsIn("history", lines)}
      WHERE record_id IN (SELECT id FROM stored)
    )
    SELECT id FROM stored`,
);

/** `asked_at` of a new order. */
const NEVER = 0;

function undecidedSince(until: number) {
  return sql`updated_at <= ${until} AND asked_at <= ${until}`;
}

function conditionOf(filter: TransactionFilter) {
  const { partnerCode, createdFrom, createdTo, status, paymentMethod } = filter;
  const conditions = [sql`partner_code = ${partnerCode}`];
  if (createdFrom !== undefined) conditions.push(sql`created_at >= ${createdFrom}`);
  if (createdTo !== undefined) conditions.push(sql`created_at <= ${createdTo}`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (paymentMethod !== undefined) conditions.push(sql`payment_method = ${paymentMethod}`);
  return sql.join(conditions, sql` AND `);
}

function rowOf({ card, cardExpiry, ...order }: Transaction): NewRow<"transactions"> {
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

function transactionOf(row: Row<"transactions">): Transaction {
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
