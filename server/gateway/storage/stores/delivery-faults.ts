import type { Kysely } from "kysely";
import type { FaultStore } from "../../domain/store.ts";
import type { Tables } from "../tables.ts";

export function createFaultStore(database: Kysely<Tables>): FaultStore {
  return {
    async add(id, partnerCode, { kind, times, delayMs }) {
      await database
        .insertInto("deliveryFaults")
        .values({
          id,
          partnerCode,
          kind,
          timesLeft: times,
          delayMs: delayMs ?? null,
        })
        .execute();
    },

    async take(partnerCode) {
      for (;;) {
        const next = await database
          .selectFrom("deliveryFaults")
          .selectAll()
          .where("partnerCode", "=", partnerCode)
          .where("timesLeft", ">", 0)
          .orderBy("id")
          .executeTakeFirst();
        if (next === undefined) return undefined;
        const { id, kind, timesLeft, delayMs } = next;
        const { numUpdatedRows } = await database
          .updateTable("deliveryFaults")
          .set({ timesLeft: timesLeft - 1 })
          .where("id", "=", id)
          .where("timesLeft", "=", timesLeft)
          .executeTakeFirst();
        if (numUpdatedRows === 1n) return { kind, times: 1, delayMs: delayMs ?? undefined };
      }
    },

    async clear(partnerCode) {
      await database.deleteFrom("deliveryFaults").where("partnerCode", "=", partnerCode).execute();
    },
  };
}
