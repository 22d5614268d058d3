import type { Kysely } from "kysely";
import type { SavedCardStore } from "../../domain/store.ts";
import type { SavedCard } from "../../domain/cards/saved-card.ts";
import { ownedBy, updatesOne } from "../queries.ts";
import type { SavedCardRow, Tables } from "../tables.ts";

export function createSavedCardStore(database: Kysely<Tables>): SavedCardStore {
  const find = async (digest: string) => {
    const row = await database
      .selectFrom("savedCards")
      .selectAll()
      .where("digest", "=", digest)
      .executeTakeFirst();
    return row && savedCardOf(row);
  };
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

    find: (caller, digest) => ownedBy(caller, find(digest)),

    async holdActive(digest) {
      return updatesOne(
        database
          .updateTable("savedCards")
          // Writes what is there: only what is written is kept from being changed at the same time.
          .set({ status: "active" })
          .where("digest", "=", digest)
          .where("status", "=", "active"),
      );
    },

    async move(id, { from, to, at }) {
      return updatesOne(
        database
          .updateTable("savedCards")
          .set({ status: to, updatedAt: at })
          .where("id", "=", id)
          .where("status", "=", from),
      );
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
