import type { Kysely } from "kysely";
import { belongsTo } from "../../domain/partners/partner.ts";
import type { SavedCardStore } from "../../domain/store.ts";
import type { SavedCard } from "../../domain/cards/saved-card.ts";
import type { SavedCardRow, Tables } from "../tables.ts";

export function createSavedCardStore(database: Kysely<Tables>): SavedCardStore {
  return {
    async add(card) {
      await database
        .insertInto("savedCards")
        .values({
          id: card.id,
          digest: card.digest,
          partnerCode: card.partnerCode,
          subAccount: card.subAccount,
          status: card.status,
          cardMask: card.number,
          cardBrand: card.brand,
          cardMonth: card.expirationMonth,
          cardYear: card.expirationYear,
          bankReference: card.bankReference,
          createdAt: card.createdAt,
          updatedAt: card.createdAt,
        })
        .execute();
    },

    async find(caller, digest) {
      const row = await database
        .selectFrom("savedCards")
        .selectAll()
        .where("digest", "=", digest)
        .executeTakeFirst();
      const found = row && savedCardOf(row);
      return found && belongsTo(caller, found) ? found : undefined;
    },

    async holdActive(digest) {
      const { numUpdatedRows } = await database
        .updateTable("savedCards")
        // Writes what is there: only what is written is kept from being changed at the same time.
        .set({ status: "active" })
        .where("digest", "=", digest)
        .where("status", "=", "active")
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async move(id, { from, to, at }) {
      const { numUpdatedRows } = await database
        .updateTable("savedCards")
        .set({ status: to, updatedAt: at })
        .where("id", "=", id)
        .where("status", "=", from)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}

function savedCardOf(row: SavedCardRow): SavedCard {
  return {
    id: row.id,
    digest: row.digest,
    partnerCode: row.partnerCode,
    subAccount: row.subAccount ?? undefined,
    status: row.status,
    number: row.cardMask,
    brand: row.cardBrand,
    expirationMonth: row.cardMonth,
    expirationYear: row.cardYear,
    bankReference: row.bankReference,
    createdAt: row.createdAt,
  };
}
