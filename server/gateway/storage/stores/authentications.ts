import type { Kysely } from "kysely";
import type { Authentication } from "../../domain/authentications/authentication.ts";
import type { AuthenticationStore } from "../../domain/store.ts";
import type { Seal } from "../../security/seal.ts";
import { purposes } from "../sealed.ts";
import { ownedBy, updatesOne } from "../queries.ts";
import type { AuthenticationRow, Tables } from "../tables.ts";

export function createAuthenticationStore(
  database: Kysely<Tables>,
  seal: Seal,
): AuthenticationStore {
  const get = async (id: string) => {
    const row = await database
      .selectFrom("authentications")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    return row && authenticationOf(row, seal);
  };
  return {
    async add(authentication) {
      await database.insertInto("authentications").values(rowOf(authentication, seal)).execute();
    },

    find: (caller, id) => ownedBy(caller, get(id)),
    get,

    async move(id, { from, to }, eci) {
      return updatesOne(
        database
          .updateTable("authentications")
          .set({ status: to, eci: eci ?? null })
          .where("id", "=", id)
          .where("status", "=", from),
      );
    },
  };
}

function rowOf(from: Authentication, seal: Seal): AuthenticationRow {
  const { card, tokenId } = from;
  return {
    id: from.id,
    partnerCode: from.partnerCode,
    subAccount: from.subAccount ?? null,
    merchantRefId: from.merchantRefId,
    status: from.status,
    amount: from.amount,
    currency: from.currency,
    tokenIdSealed:
      tokenId === undefined ? null : seal.close(tokenId, purposes.authenticationToken(from.id)),
    cardMask: card.number,
    cardMonth: card.expirationMonth,
    cardYear: card.expirationYear,
    cardType: card.type,
    cardBrand: card.brand,
    cardCountry: card.country,
    eci: from.eci ?? null,
    threeDsVersion: from.threeDsVersion ?? null,
    returnUrl: from.returnUrl ?? null,
    createdAt: from.createdAt,
  };
}

function authenticationOf(row: AuthenticationRow, seal: Seal): Authentication {
  return {
    id: row.id,
    partnerCode: row.partnerCode,
    subAccount: row.subAccount ?? undefined,
    merchantRefId: row.merchantRefId,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    tokenId:
      row.tokenIdSealed === null
        ? undefined
        : seal.open(row.tokenIdSealed, purposes.authenticationToken(row.id)),
    card: {
      number: row.cardMask,
      expirationMonth: row.cardMonth,
      expirationYear: row.cardYear,
      type: row.cardType,
      brand: row.cardBrand,
      country: row.cardCountry,
    },
    eci: row.eci ?? undefined,
    threeDsVersion: row.threeDsVersion ?? undefined,
    returnUrl: row.returnUrl ?? undefined,
    createdAt: row.createdAt,
  };
}
