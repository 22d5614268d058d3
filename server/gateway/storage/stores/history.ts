import { type Kysely, type RawBuilder, sql } from "kysely";
import { HELD_MS } from "../../domain/authorizations/authorization.ts";
import type { AuditFinding } from "../../domain/history/audit-finding.ts";
import type { Change } from "../../domain/states/lifecycles.ts";
import type { Entity } from "../../domain/states/lifecycles.ts";
import type { HistoryStore, ListedRecord, RecordKind } from "../../domain/store.ts";
import { REMOVED_UNTIL_SETTING } from "./settings.ts";
import type { RecordTable } from "../rows.ts";
import { deadline } from "./transaction-list.ts";
import { containsText, insertRow } from "../statement.ts";
import type { NewRow, Tables } from "../tables.ts";

export function createHistoryStore(database: Kysely<Tables>): HistoryStore {
  const idsOf = async (query: RawBuilder<unknown>) =>
    (await sql<{ id: string }>`${query}`.execute(database)).rows.map(({ id }) => id);
  return {
    async add(change) {
      await insertRow(database, "history", historyRowOf(change));
    },

    async of(entity, recordIds) {
      if (recordIds.length === 0) return [];
      const rows = await database
        .selectFrom("history")
        .selectAll()
        .where("entity", "=", entity)
        .where("recordId", "in", recordIds)
        .orderBy("id")
        .execute();
      return rows.map(({ fromState, toState, ...change }) => ({
        ...change,
        from: fromState,
        to: toState,
      }));
    },

    async newest({ kind, partnerCode, limit, before, text }) {
      const found = sql`(id = ${text} OR ${containsText(sql`reference`, text)})`;
      // Ids begin with the time at which they were made.
      const { rows } = await sql<ListedRow>`
        SELECT * FROM (
          SELECT id, status, ${listedOf[kind]} FROM ${sql.table(tableOf[kind])}
          WHERE partner_code = ${partnerCode}
        ) AS listed
        WHERE ${before === undefined ? sql`TRUE` : sql`id < ${before}`}
          AND ${text === undefined ? sql`TRUE` : found}
        ORDER BY id DESC LIMIT ${limit}
      `.execute(database);
      return rows.map(({ sourceOfFunds, ...row }) => ({
        ...row,
        isHosted: sourceOfFunds === undefined,
      }));
    },

    idsAfter: (entity, id, limit) =>
      idsOf(sql`
        SELECT id FROM (
          SELECT DISTINCT record_id AS id FROM history
          WHERE entity = ${entity} AND record_id > ${id} ORDER BY record_id LIMIT ${limit}
        ) AS known
        UNION SELECT id FROM (
          SELECT id FROM ${sql.table(tableOf[entity])} WHERE id > ${id} ORDER BY id LIMIT ${limit}
        ) AS stored
        ORDER BY id LIMIT ${limit}`),

    statesOf: (entity, ids) =>
      ids.length === 0
        ? Promise.resolve([])
        : database
            .selectFrom(tableOf[entity])
            .select(["id", "status"])
            .where("id", "in", ids)
            .execute(),

    async brokenRules() {
      const findings: AuditFinding[] = [];
      for (const [entity, problem, query] of crossRecordRules)
        for (const recordId of await idsOf(query)) findings.push({ entity, recordId, problem });
      return findings;
    },
  };
}

/** Rules across records: the kind of record that breaks a rule, the problem, and the query for the ids. */
const crossRecordRules: readonly (readonly [Entity, string, RawBuilder<unknown>])[] = [
  [
    "authorization",
    "has a successful reversal but is not reversed",
    sql`
      SELECT DISTINCT authorizations.id FROM reversals
      JOIN authorizations ON authorizations.id = authorization_id
      WHERE reversals.status = 'success' AND authorizations.status <> 'REVERSED'`,
  ],
  [
    "reversal",
    "has not failed, but does not lock its authorization",
    sql`
      SELECT reversals.id FROM reversals JOIN authorizations ON authorizations.id = authorization_id
      WHERE reversals.status <> 'error' AND reversal_id IS DISTINCT FROM reversals.id`,
  ],
  [
    "authorization",
    "is locked by a reversal that has failed or does not exist",
    sql`
      SELECT authorizations.id FROM authorizations LEFT JOIN reversals ON reversals.id = reversal_id
      WHERE reversal_id IS NOT NULL AND (reversals.id IS NULL OR reversals.status = 'error')`,
  ],
  [
    "transaction",
    "is the last of a count that differs from the number of transactions",
    sql`
      SELECT partner_code || ' until ' || until AS id FROM transaction_counts
      GROUP BY partner_code, since, until
      HAVING sum(count) <> (
        SELECT count(*) FROM transactions
        WHERE transactions.partner_code = transaction_counts.partner_code AND created_at > since
          AND created_at <= until AND transactions.status IN ('success', 'error')
          AND NOT EXISTS (SELECT 1 FROM undecided_transactions WHERE transaction_id = transactions.id
            AND undecided_transactions.partner_code = transactions.partner_code))`,
  ],
  [
    "transaction",
    "is final, but the outbox has no event for its merchant",
    // Retention removes old events, so transactions before that are not checked.
    sql`
      SELECT transactions.id FROM transactions
      LEFT JOIN deliveries ON subject_id = transactions.id AND kind = 'order.payment'
      WHERE transactions.status IN ('success', 'error') AND deliveries.id IS NULL
        AND transactions.updated_at > coalesce((
          SELECT CAST(value AS bigint) FROM settings WHERE name = ${REMOVED_UNTIL_SETTING}
        ), -1)`,
  ],
];

/** A change as a row of the history table. */
export function historyRowOf({ from, to, ...change }: Change): NewRow<"history"> {
  return { ...change, fromState: from, toState: to };
}

/** The further columns of a listed record: the merchant's name for it, its amount, its source of funds, and its end. */
const listedOf = {
  transaction: sql`order_id AS reference, order_amount AS amount, source_of_funds,
    CASE status WHEN 'pending' THEN ${deadline} END AS ends_at`,
  authentication: sql`merchant_ref_id AS reference, amount`,
  authorization: sql`merchant_ref_id AS reference, amount,
    CASE WHEN status = 'AUTHORIZED' AND reversal_id IS NULL
      THEN authorized_at + ${sql.lit(HELD_MS)} END AS ends_at`,
  token: sql`card_mask AS reference`,
} as const satisfies Readonly<Record<RecordKind, unknown>>;

interface ListedRow extends Omit<ListedRecord, "isHosted"> {
  readonly sourceOfFunds?: string;
}

/** The table of each kind of record. */
const tableOf = {
  transaction: "transactions",
  verification: "verifications",
  authentication: "authentications",
  authorization: "authorizations",
  reversal: "reversals",
  token: "savedCards",
} as const satisfies { readonly [E in Entity]: RecordTable };
