import type { Kysely } from "kysely";
import { belongsTo } from "../../domain/partners/partner.ts";
import type { TransactionFilter, TransactionStore } from "../../domain/store.ts";
import type { Transaction } from "../../domain/payments/transaction.ts";
import { questionsAbout } from "./questions.ts";
import type { Tables, TransactionRow } from "../tables.ts";

export function createTransactionStore(database: Kysely<Tables>): TransactionStore {
  return {
    async add({ card, cardExpiry, ...transaction }) {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto("transactions")
        .values({
          ...transaction,
          askedAt: NEVER,
          cardsTried: 0,
          cardMask: card?.number,
          cardBrand: card?.brand,
          cardMonth: cardExpiry?.month,
          cardYear: cardExpiry?.year,
        })
        .onConflict((conflict) => conflict.columns(["partnerCode", "orderId"]).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    async find(caller, id) {
      const row = await database
        .selectFrom("transactions")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      const found = row && transactionOf(row);
      return found && belongsTo(caller, found) ? found : undefined;
    },

    async get(id) {
      const row = await database
        .selectFrom("transactions")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row && transactionOf(row);
    },

    async payWith(id, { bankCode, card, cardExpiry, bankReference }) {
      const { numUpdatedRows } = await database
        .updateTable("transactions")
        .set({
          bankCode,
          ...(card && { cardMask: card.number, cardBrand: card.brand ?? null }),
          ...(cardExpiry && { cardMonth: cardExpiry.month, cardYear: cardExpiry.year }),
          ...(bankReference !== undefined && { bankReference }),
        })
        .where("id", "=", id)
        .where("status", "=", "pending")
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async countCard(id, most) {
      const { numUpdatedRows } = await database
        .updateTable("transactions")
        .set((eb) => ({ cardsTried: eb("cardsTried", "+", 1) }))
        .where("id", "=", id)
        .where("cardsTried", "<", most)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
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

    async move(id, { from, to, at }, failure) {
      const { numUpdatedRows } = await database
        .updateTable("transactions")
        .set({ status: to, updatedAt: at, failure: failure ?? null })
        .where("id", "=", id)
        .where("status", "=", from)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

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

function transactionOf(row: TransactionRow): Transaction {
  const { askedAt: _, cardsTried: __, cardMask, cardBrand, cardMonth, cardYear, ...rest } = row;
  return {
    ...rest,
    subAccount: row.subAccount ?? undefined,
    extraData: row.extraData ?? undefined,
    deeplinkUrl: row.deeplinkUrl ?? undefined,
    installmentNotifyUrl: row.installmentNotifyUrl ?? undefined,
    categoryCode: row.categoryCode ?? undefined,
    failure: row.failure ?? undefined,
    tokenDigest: row.tokenDigest ?? undefined,
    sourceOfFunds: row.sourceOfFunds ?? undefined,
    bankReference: row.bankReference ?? undefined,
    card: cardMask === null ? undefined : { number: cardMask, brand: cardBrand ?? undefined },
    cardExpiry:
      cardMonth === null || cardYear === null ? undefined : { month: cardMonth, year: cardYear },
  };
}
