import { sql, type Kysely, type RawBuilder } from "kysely";
import { type Delivery, receiverOf } from "../../domain/outbox/delivery.ts";
import type { DeliveryStore, LeaseResult } from "../../domain/store.ts";
import type { Cipher } from "../../platform/security/cipher.ts";
import { purposes } from "../encrypted-columns.ts";
import type { OutboxStatements } from "../database-kind.ts";
import { createSettingStore, REMOVED_UNTIL_SETTING } from "./settings.ts";
import { closedReceivers, forgetClosed } from "./closed-receivers.ts";
import { deliveryQueues, dueAt, dueIn } from "./delivery-queues.ts";
import { findPage, findRow, updateRow, updateRows } from "../rows.ts";
import { containsText, listStatement, rowsFromJson } from "../statement.ts";
import type { Row, Tables } from "../tables.ts";

/** What the outbox needs of the database. */
export interface OutboxKind {
  readonly cipher: Cipher;
  readonly outbox: OutboxStatements;
  readonly onAdded: () => void;
}

export function createDeliveryStore(
  database: Kysely<Tables>,
  { cipher, outbox, onAdded }: OutboxKind,
): DeliveryStore {
  const table = "deliveries";
  const closed = closedReceivers(database);
  return {
    ...closed,
    ...deliveryQueues(database),

    async add({ content, ...notice }) {
      const { id, createdAt } = notice;
      const row = {
        ...notice,
        receiver: receiverOf(notice.partnerCode, notice.url),
        // The content may have the token of a saved card.
        contentSealed: cipher.encrypt(content, purposes.delivery(id)),
        status: "pending",
        tries: 0,
        heldBack: 0,
        dueAt: createdAt,
        leasedUntil: 0,
      } as const;
      await outbox.add(database, row, onAdded);
    },

    async find(partnerCode, id) {
      const row = await findRow(database, table, { id, partnerCode });
      return row && (await withAttempts(database, [row]))[0];
    },

    async list(filter) {
      const { partnerCode, status, subjectId, text } = filter;
      const wanted = [sql`partner_code = ${partnerCode}`];
      if (status !== undefined) wanted.push(sql`status = ${status}`);
      if (subjectId !== undefined) wanted.push(sql`subject_id = ${subjectId}`);
      if (text !== undefined) wanted.push(matching(partnerCode, text));
      const condition = sql.join(wanted, sql` AND `);
      const { rows, total } = await findPage(database, table, [condition], filter);
      return { deliveries: await withAttempts(database, rows), total };
    },

    async lease(wanted, at, lease) {
      const due = dueIn(database, wanted, at);
      if (due === undefined) return [];
      const rows = await database
        // Without statistics, PostgreSQL would run this query again for each row.
        .with(
          (part) => part("due").materialized(),
          () => due,
        )
        .with(
          (part) => part("free").materialized(),
          (from) =>
            outbox.skipLocked(
              dueAt(database, at)
                .select("id")
                .where("id", "in", from.selectFrom("due").select("id")),
            ),
        )
        .updateTable("deliveries")
        .set({ leaseId: lease.id, leasedUntil: lease.until })
        .where("id", "in", (from) => from.selectFrom("free").select("id"))
        .returningAll()
        .execute();
      return rows.map(({ contentSealed, ...row }) => ({
        ...row,
        content: cipher.decrypt(contentSealed, purposes.delivery(row.id)),
      }));
    },

    async endLease(id, leaseId, result) {
      const { attempt, heldBack, ...next } = result;
      if (attempt !== undefined) await listAttempt(database, id, attempt);
      const free = { heldBack: heldBack === true ? 1 : 0, leaseId: null, leasedUntil: 0 };
      return updateRow(database, table, { id, leaseId }, { ...next, ...free });
    },

    async replay(partnerCode, id, now) {
      const row = await findRow(database, table, { id, partnerCode });
      if (row === undefined) return false;
      const afresh = { status: "pending", tries: 0, heldBack: 0, dueAt: now } as const;
      await updateRow(database, table, { id }, afresh);
      await closed.reopen(partnerCode, row.url);
      return true;
    },

    async releaseHeldBack(partnerCode, now) {
      // The same text as in the index, without parameters.
      const held = sql`AND held_back = 1 AND status = 'pending'`;
      await updateRows(database, table, { partnerCode }, { heldBack: 0, dueAt: now }, held);
    },

    async removeEnded(until, limit) {
      if (!(await outbox.isFirstToRemove(database))) return 0;
      const ended = await database
        .selectFrom("deliveries")
        .select(["id", "partnerCode", "url"])
        .where(hasEnded)
        .where("dueAt", "<=", until)
        // After the clock was set back, `due_at` may be too early.
        .where("createdAt", "<=", until)
        .orderBy("dueAt")
        .limit(limit)
        .execute();
      if (ended.length === 0) return 0;
      const ids = ended.map(({ id }) => id);
      await database.deleteFrom("attempts").where("deliveryId", "in", ids).execute();
      await database.deleteFrom("deliveries").where("id", "in", ids).execute();
      await forgetClosed(database, ended, until);
      await createSettingStore(database).write(REMOVED_UNTIL_SETTING, String(until));
      return ids.length;
    },

    async backlog() {
      const { rows } = await sql<{ pending: number; dead: number; oldestAt?: number }>`
        SELECT count(*) AS pending, min(created_at) AS oldest_at,
          (SELECT count(*) FROM deliveries WHERE status = 'dead') AS dead
        FROM deliveries WHERE status = 'pending'
      `.execute(database);
      const [{ pending, dead, oldestAt } = { pending: 0, dead: 0 }] = rows;
      return { pending, dead, oldestAt };
    },
  };
}

/** Adds an attempt with the next number, if the delivery still exists. */
async function listAttempt(
  database: Kysely<Tables>,
  deliveryId: string,
  { at, outcome, status }: NonNullable<LeaseResult["attempt"]>,
): Promise<void> {
  await sql`
    INSERT INTO attempts (delivery_id, number, at, outcome, status)
    SELECT id, ${nextNumber}, ${at}, ${outcome}, ${status ?? null} FROM deliveries WHERE id = ${deliveryId}
  `.execute(database);
}

const nextNumber = sql`
  (SELECT coalesce(max(number), 0) + 1 FROM attempts WHERE delivery_id = deliveries.id)`;

/** Ends leases with one statement, on a database whose statements can write to several tables. */
export async function endLeases(
  database: Kysely<Tables>,
  leases: readonly Parameters<DeliveryStore["endLease"]>[],
): Promise<boolean[]> {
  const nexts = leases.map(([id, leaseId, { attempt: _, heldBack, ...next }]) => ({
    id,
    leaseId,
    ...next,
    heldBack: heldBack === true ? 1 : 0,
  }));
  const attempts = leases.flatMap(([deliveryId, , { attempt }]) =>
    attempt === undefined ? [] : [{ deliveryId, ...attempt }],
  );
  const ended = new Set((await endAll(database, nexts, attempts)).map(({ leaseOf }) => leaseOf));
  return leases.map(([id, leaseId]) => ended.has(`${leaseId} ${id}`));
}

const endAll = listStatement(
  (nexts: readonly object[], attempts: readonly object[]) => sql<{ leaseOf: string }>`
    WITH ended AS (
      UPDATE deliveries SET status = next.status, tries = next.tries, due_at = next.due_at,
        held_back = next.held_back, lease_id = NULL, leased_until = 0
      FROM ${rowsFromJson("deliveries", nexts)} AS next
      WHERE deliveries.id = next.id AND deliveries.lease_id = next.lease_id
      RETURNING next.lease_id || ' ' || next.id AS lease_of
    ), listed AS (
      INSERT INTO attempts (delivery_id, number, at, outcome, status)
      -- Two attempts of one delivery can end together if the first lost its lease to the second.
      SELECT id, ${nextNumber} + row_number() OVER (PARTITION BY id) - 1, at, outcome, made.status
      FROM ${rowsFromJson("attempts", attempts)} AS made JOIN deliveries ON id = delivery_id
    )
    SELECT lease_of FROM ended`,
);

/** The same text as in the index. */
const hasEnded = sql<boolean>`status <> 'pending'`;

/** The subjects of events for which a condition holds, and the partners' references of them. */
const references = (condition: RawBuilder<unknown>) => sql`
  SELECT id, order_id AS reference FROM transactions WHERE ${condition} UNION ALL
  SELECT id, merchant_ref_id AS reference FROM authentications WHERE ${condition}`;

const matching = (partnerCode: string, text: string) => sql`(
  ${text} IN (id, subject_id) OR ${containsText(sql`url`, text)} OR subject_id IN (
    SELECT id FROM (${references(sql`partner_code = ${partnerCode}`)}) AS subjects
    WHERE ${containsText(sql`reference`, text)}))`;

async function withAttempts(
  database: Kysely<Tables>,
  rows: readonly Row<"deliveries">[],
): Promise<Delivery[]> {
  if (rows.length === 0) return [];
  const attempts = await database
    .selectFrom("attempts")
    .selectAll()
    .where(
      "deliveryId",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("number")
    .execute();
  const subjects = sql.join(rows.map(({ subjectId }) => subjectId));
  const named = await sql<{ id: string; reference: string }>`
    ${references(sql`id IN (${subjects})`)}`.execute(database);
  const referenceOf = new Map(named.rows.map(({ id, reference }) => [id, reference]));
  return rows.map(({ id, partnerCode, kind, url, subjectId, status, createdAt, dueAt }) => ({
    id,
    partnerCode,
    kind,
    url,
    subjectId,
    status,
    createdAt,
    dueAt,
    reference: referenceOf.get(subjectId),
    attempts: attempts.flatMap(({ deliveryId, ...made }) => (deliveryId === id ? made : [])),
  }));
}
