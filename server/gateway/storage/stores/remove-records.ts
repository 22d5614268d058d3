import type { Kysely } from "kysely";
import type { Entity } from "../../domain/states/lifecycles.ts";
import type { RecordState, Store } from "../../domain/store.ts";
import type { Tables } from "../tables.ts";

/** Removes a partner's records, those first that refer to others. */
export function createRemoval(database: Kysely<Tables>): Pick<Store, "removeRecords"> {
  const own = {
    transactions: (code: string) =>
      database.selectFrom("transactions").select("id").where("partnerCode", "=", code),
    authorizations: (code: string) =>
      database.selectFrom("authorizations").select("id").where("partnerCode", "=", code),
    deliveries: (code: string) =>
      database.selectFrom("deliveries").select("id").where("partnerCode", "=", code),
  };
  return {
    async removeRecords(code) {
      await database
        .deleteFrom("attempts")
        .where("deliveryId", "in", own.deliveries(code))
        .execute();
      for (const table of ["deliveries", "closedReceivers", "deliveryFaults"] as const)
        await database.deleteFrom(table).where("partnerCode", "=", code).execute();
      const verifications = await database
        .deleteFrom("verifications")
        .where("transactionId", "in", own.transactions(code))
        .returning(["id", "status"])
        .execute();
      const reversals = await database
        .deleteFrom("reversals")
        .where("authorizationId", "in", own.authorizations(code))
        .returning(["id", "status"])
        .execute();
      const removed = [...as("verification", verifications), ...as("reversal", reversals)];
      for (const [entity, table] of owned)
        removed.push(
          ...as(
            entity,
            await database
              .deleteFrom(table)
              .where("partnerCode", "=", code)
              .returning(["id", "status"])
              .execute(),
          ),
        );
      return removed;
    },
  };
}

/** Kinds of record that name their partner. */
const owned = [
  ["transaction", "transactions"],
  ["authentication", "authentications"],
  ["authorization", "authorizations"],
  ["token", "savedCards"],
] as const;

function as(
  entity: Entity,
  records: readonly RecordState[],
): (RecordState & { readonly entity: Entity })[] {
  return records.map(({ id, status }) => ({ entity, id, status }));
}
