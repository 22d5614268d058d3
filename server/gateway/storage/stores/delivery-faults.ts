import { type Kysely, sql } from "kysely";
import type { FaultStore } from "../../domain/store.ts";
import { sharedCall } from "../../platform/concurrency/shared-call.ts";
import { deleteRows, findRows, updateRow } from "../rows.ts";
import { insertRow } from "../statement.ts";
import type { Tables } from "../tables.ts";

export function createFaultStore(database: Kysely<Tables>): FaultStore {
  const table = "deliveryFaults";
  // Deliveries that begin together share the query, because most find no fault.
  const first = sharedCall((partnerCode: string) =>
    findRows(database, table, { partnerCode }, sql`AND times_left > 0 ORDER BY id LIMIT 1`),
  );
  const takeOne = async (id: string, timesLeft: number) =>
    timesLeft > 1
      ? updateRow(database, table, { id, timesLeft }, { timesLeft: timesLeft - 1 })
      : (await deleteRows(database, table, { id, timesLeft })) === 1;
  return {
    async add(id, partnerCode, { kind, times, delayMs }) {
      await insertRow(database, table, { id, partnerCode, kind, timesLeft: times, delayMs });
    },

    async take(partnerCode) {
      for (;;) {
        const [next] = await first(partnerCode);
        if (next === undefined) return undefined;
        const { id, kind, timesLeft, delayMs } = next;
        if (await takeOne(id, timesLeft)) return { kind, times: 1, delayMs };
      }
    },

    async list(partnerCode) {
      const rows = await findRows(database, table, { partnerCode }, sql`ORDER BY id`);
      return rows.map(({ kind, timesLeft, delayMs }) => ({ kind, times: timesLeft, delayMs }));
    },

    async clear(partnerCode, kind) {
      await deleteRows(database, table, { partnerCode, ...(kind !== undefined && { kind }) });
    },
  };
}
