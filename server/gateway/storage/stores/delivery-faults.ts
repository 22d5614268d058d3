import type { Kysely } from "kysely";
import type { FaultStore } from "../../domain/store.ts";
import { sharedCall } from "../../shared-call.ts";
import { updatesOne } from "../queries.ts";
import type { Tables } from "../tables.ts";

export function createFaultStore(database: Kysely<Tables>): FaultStore {
  // Most of the time there is none.
  const first = sharedCall((partnerCode: string) =>
    database
      .selectFrom("deliveryFaults")
      .selectAll()
      .where("partnerCode", "=", partnerCode)
      .where("timesLeft", ">", 0)
      .orderBy("id")
      .limit(1)
      .executeTakeFirst(),
  );
  const takeOne = async (id: string, timesLeft: number) => {
    if (timesLeft > 1)
      return updatesOne(
        database
          .updateTable("deliveryFaults")
          .set({ timesLeft: timesLeft - 1 })
          .where("id", "=", id)
          .where("timesLeft", "=", timesLeft),
      );
    const { numDeletedRows } = await database
      .deleteFrom("deliveryFaults")
      .where("id", "=", id)
      .where("timesLeft", "=", timesLeft)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  };
  return {
    async add(id, partnerCode, { kind, times, delayMs }) {
      await database
        .insertInto("deliveryFaults")
        .values({ id, partnerCode, kind, timesLeft: times, delayMs })
        .execute();
    },

    async take(partnerCode) {
      for (;;) {
        const next = await first(partnerCode);
        if (next === undefined) return undefined;
        const { id, kind, timesLeft, delayMs } = next;
        if (await takeOne(id, timesLeft)) return { kind, times: 1, delayMs };
      }
    },

    async clear(partnerCode) {
      await database.deleteFrom("deliveryFaults").where("partnerCode", "=", partnerCode).execute();
    },
  };
}
