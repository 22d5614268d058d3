import type { Kysely } from "kysely";
import type { SavedCardStore } from "../../domain/store.ts";
import type { SavedCard } from "../../domain/cards/saved-card.ts";
import { findRow, moveRow, updateRow } from "../rows.ts";
import { insertRow } from "../statement.ts";
import type { Row, Tables } from "../tables.ts";

export function createSavedCardStore(database: Kysely<Tables>): SavedCardStore {
  const table = "savedCards";
  return {
    async add({ number, brand, expirationMonth, expirationYear, ...card }) {
      await insertRow(database, table, {
        ...card,
        cardMask: number,
        cardBrand: brand,
        cardMonth: expirationMonth,
        cardYear: expirationYear,
        updatedAt: card.createdAt,
      });
    },

    async get(digest) {
      const row = await findRow(database, table, { digest });
      return row && savedCardOf(row);
    },

    // The write locks the row until the transaction ends.
    holdActive: (digest) =>
      updateRow(database, table, { digest, status: "active" }, { status: "active" }),

    move: (id, move) => moveRow(database, table, id, move),
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
