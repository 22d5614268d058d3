import type { Kysely } from "kysely";
import type { Authentication } from "../../domain/authentications/authentication.ts";
import type { AuthenticationStore } from "../../domain/store.ts";
import type { Seal } from "../../security/seal.ts";
import { purposes } from "../sealed.ts";
import { findRow, moveRow } from "../rows.ts";
import { insertRow } from "../statement.ts";
import type { NewRow, Row, Tables } from "../tables.ts";

export function createAuthenticationStore(
  database: Kysely<Tables>,
  seal: Seal,
): AuthenticationStore {
  const table = "authentications";
  return {
    async add(authentication) {
      await insertRow(database, table, rowOf(authentication, seal));
    },

    async get(id) {
      const row = await findRow(database, table, { id });
      return row && authenticationOf(row, seal);
    },

    move: (id, move, eci) => moveRow(database, table, id, move, { eci }),
  };
}

function rowOf(
  { card, tokenId, ...authentication }: Authentication,
  seal: Seal,
): NewRow<"authentications"> {
  const { id } = authentication;
  return {
    ...authentication,
    tokenIdSealed: tokenId && seal.close(tokenId, purposes.authenticationToken(id)),
    cardMask: card.number,
    cardMonth: card.expirationMonth,
    cardYear: card.expirationYear,
    cardType: card.type,
    cardBrand: card.brand,
    cardCountry: card.country,
  };
}

function authenticationOf(row: Row<"authentications">, seal: Seal): Authentication {
  const {
    tokenIdSealed,
    cardMask,
    cardMonth,
    cardYear,
    cardType,
    cardBrand,
    cardCountry,
    ...rest
  } = row;
  return {
    ...rest,
    tokenId: tokenIdSealed && seal.open(tokenIdSealed, purposes.authenticationToken(row.id)),
    card: {
      number: cardMask,
      expirationMonth: cardMonth,
      expirationYear: cardYear,
      type: cardType,
      brand: cardBrand,
      country: cardCountry,
    },
  };
}
