import type { Kysely } from "kysely";
import type { Authentication } from "../../domain/authentications/authentication.ts";
import type { AuthenticationStore } from "../../domain/store.ts";
import type { Cipher } from "../../platform/security/cipher.ts";
import { purposes } from "../encrypted-columns.ts";
import { findRow, moveRow } from "../rows.ts";
import { insertRow } from "../statement.ts";
import type { NewRow, Row, Tables } from "../tables.ts";

export function createAuthenticationStore(
  database: Kysely<Tables>,
  cipher: Cipher,
): AuthenticationStore {
  const table = "authentications";
  return {
    async add(authentication) {
      await insertRow(database, table, authenticationRow(authentication, cipher));
    },

    async get(id) {
      const row = await findRow(database, table, { id });
      return row && restoreAuthentication(row, cipher);
    },

    move: (id, move, eci) => moveRow(database, table, id, move, { eci }),
  };
}

function authenticationRow(
  { card, tokenId, ...authentication }: Authentication,
  cipher: Cipher,
): NewRow<"authentications"> {
  const { id } = authentication;
  return {
    ...authentication,
    tokenIdSealed: tokenId && cipher.encrypt(tokenId, purposes.authenticationToken(id)),
    cardMask: card.number,
    cardMonth: card.expirationMonth,
    cardYear: card.expirationYear,
    cardType: card.type,
    cardBrand: card.brand,
    cardCountry: card.country,
  };
}

function restoreAuthentication(row: Row<"authentications">, cipher: Cipher): Authentication {
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
    tokenId: tokenIdSealed && cipher.decrypt(tokenIdSealed, purposes.authenticationToken(row.id)),
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
