import type { Kysely } from "kysely";
import type { Authentication } from "../../domain/authentications/authentication.ts";
import type { AuthenticationStore } from "../../domain/store.ts";
import type { Seal } from "../../security/seal.ts";
import { purposes } from "../sealed.ts";
import { insertStatement } from "../statement.ts";
import { findRow, moveRow } from "./records.ts";
import { ownedBy } from "../queries.ts";
import type { NewRow, Row, Tables } from "../tables.ts";

export function createAuthenticationStore(
  database: Kysely<Tables>,
  seal: Seal,
): AuthenticationStore {
  const get = async (id: string) => {
    const row = await findRow(database, "authentications", id);
    return row && authenticationOf(row, seal);
  };
  return {
    async add(authentication) {
      await insertAuthentication(database, rowOf(authentication, seal));
    },

    find: (caller, id) => ownedBy(caller, get(id)),
    get,

    move: (id, move, eci) => moveRow(database, "authentications", id, move, { eci }),
  };
}

const insertAuthentication = insertStatement("authentications");

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
