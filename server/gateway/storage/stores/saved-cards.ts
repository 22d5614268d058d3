import type { Kysely } from "kysely";
import type { SavedCardStore } from "../../domain/store.ts";
import type { SavedCard } from "../../domain/cards/saved-card.ts";
import { moveRow } from "./records.ts";
import { ownedBy, updatesOne } from "../queries.ts";
import type { Row, Tables } from "../tables.ts";

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
    async add({ number, brand, expirationMonth, expirationYear, ...card }) {
      await database
        .insertInto("savedCards")
        .values({
          ...card,
          cardMask: number,
          cardBrand: brand,
          cardMonth: expirationMonth,
          cardYear: expirationYear,
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

    move: (id, move) => moveRow(database, "savedCards", id, move),
  };
}

function savedCardOf({
  updatedAt: _,
  cardMask,
  cardBrand,
  cardMonth,
  cardYear,
  ...row
}: Row<"savedCards">): SavedCard {
  return {
    ...row,
    number: cardMask,
    brand: cardBrand,
    expirationMonth: cardMonth,
    expirationYear: cardYear,
  };
}
