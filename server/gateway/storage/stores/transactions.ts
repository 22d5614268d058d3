import { type Kysely, sql } from "kysely";
import type { TransactionFilter, TransactionStore } from "../../domain/store.ts";
import type { Transaction } from "../../domain/payments/transaction.ts";
import type { Change } from "../../domain/states/change.ts";
import { findRow, moveRow, questionsAbout } from "./records.ts";
import { columnsOf, insertStatement, listStatement, rowsIn } from "../statement.ts";
import { ownedBy, updatesOne } from "../queries.ts";
import type { NewRow, Row, Tables } from "../tables.ts";
import { historyRowOf, insertHistory } from "./history.ts";

/** @param locksRows whether one statement can write to both tables of a new order */
export function createTransactionStore(
  database: Kysely<Tables>,
  locksRows: boolean,
): TransactionStore {
  const get = async (id: string) => {
    const row = await findRow(database, "transactions", id);
    return row && transactionOf(row);
  };
  return {
    async add(transaction, created) {
      if (locksRows) return (await addOrders(database, [[transaction, created]])).includes(true);
      if ((await insertOrder(database, rowOf(transaction))) === 0) return false;
      await insertHistory(database, historyRowOf(created));
      return true;
    },

    find: (caller, id) => ownedBy(caller, get(id)),
    get,

    async payWith(id, { bankCode, card, cardExpiry, bankReference }) {
      return updatesOne(
        database
          .updateTable("transactions")
          .set({
            bankCode,
            ...(card && { cardMask: card.number, cardBrand: card.brand ?? null }),
            ...(cardExpiry && { cardMonth: cardExpiry.month, cardYear: cardExpiry.year }),
            ...(bankReference !== undefined && { bankReference }),
          })
          .where("id", "=", id)
          .where("status", "=", "pending"),
      );
    },

    async countCard(id, most) {
      return updatesOne(
        database
          .updateTable("transactions")
          .set((eb) => ({ cardsTried: eb("cardsTried", "+", 1) }))
          .where("id", "=", id)
          .where("cardsTried", "<", most),
      );
    },

    async list(filter) {
      const matching = matches(database, filter);
      const rows = await matching
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(filter.limit)
        .offset((filter.page - 1) * filter.limit)
        .execute();
      const { total } = await matching
        .select(({ fn }) => fn.countAll<number | string>().as("total"))
        .executeTakeFirstOrThrow();
      return { transactions: rows.map(transactionOf), total: Number(total) };
    },

    move: (id, move, failure) => moveRow(database, "transactions", id, move, { failure }),

    async undecided(bankCode, until, limit) {
      const rows = await undecided(database, until)
        .select("id")
        .where("bankCode", "=", bankCode)
        .orderBy("askedAt")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async banksWithUndecided(until) {
      const rows = await undecided(database, until).select("bankCode").distinct().execute();
      return rows.map(({ bankCode }) => bankCode);
    },

    ...questionsAbout(database, "transactions", "processing"),

    async due({ status, until, limit, partnerCode }) {
      let query = database
        .selectFrom("transactions")
        .select("id")
        .where("status", "=", status)
        // Nothing changes an order before it leaves its first state, so this is also when it was made.
        .where("updatedAt", "<=", until)
        .orderBy("updatedAt")
        .limit(limit);
      if (partnerCode !== undefined) query = query.where("partnerCode", "=", partnerCode);
      return (await query.execute()).map(({ id }) => id);
    },
  };
}

const insertOrder = insertStatement(
  "transactions",
  sql`ON CONFLICT (partner_code, order_id) DO NOTHING`,
);

/** Adds orders with one statement, where a statement can write to several tables. */
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
      ON CONFLICT (partner_code, order_id) DO NOTHING RETURNING id
    ), lines AS (
      INSERT INTO history (${columnsOf("history")})
      SELECT ${columnsOf("history")} FROM ${rowsIn("history", lines)}
      WHERE record_id IN (SELECT id FROM stored)
    )
    SELECT id FROM stored`,
);

/** When the bank was asked about an order that has not been paid yet. */
const NEVER = 0;

function undecided(database: Kysely<Tables>, until: number) {
  return database
    .selectFrom("transactions")
    .where("status", "=", "processing")
    .where("updatedAt", "<=", until)
    .where("askedAt", "<=", until);
}

function matches(database: Kysely<Tables>, filter: TransactionFilter) {
  const { partnerCode, createdFrom, createdTo, status, paymentMethod } = filter;
  let query = database.selectFrom("transactions").where("partnerCode", "=", partnerCode);
  if (createdFrom !== undefined) query = query.where("createdAt", ">=", createdFrom);
  if (createdTo !== undefined) query = query.where("createdAt", "<=", createdTo);
  if (status !== undefined) query = query.where("status", "=", status);
  if (paymentMethod !== undefined) query = query.where("paymentMethod", "=", paymentMethod);
  return query;
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
