import { isContainer } from "@contract-toolkit/contract";
import { type Kysely, sql } from "kysely";
import type { CustomerFees, Partner } from "../../domain/partners/partner.ts";
import type { PartnerStore } from "../../domain/store.ts";
import type { Cipher } from "../../platform/security/cipher.ts";
import { deleteRows, findRow, findRows, updateRow } from "../rows.ts";
import { purposes } from "../encrypted-columns.ts";
import { compiledOnce, insertRow } from "../statement.ts";
import type { Row, Tables } from "../tables.ts";

export function createPartnerStore(database: Kysely<Tables>, cipher: Cipher): PartnerStore {
  const table = "partners";
  const own = async (partnerCode: string, subAccounts: readonly string[]): Promise<void> => {
    const owned = subAccounts.map((refId) => ({ partnerCode, refId }));
    for (const rows of batches(owned))
      await database.insertInto("subAccounts").values(rows).execute();
  };

  return {
    async add(partner, secret, subAccounts) {
      const { code } = partner;
      const secretSealed = cipher.encrypt(secret, purposes.partnerSecret(code));
      await insertRow(database, table, { code, ...partnerRow(partner), secretSealed });
      await own(code, subAccounts);
    },

    async codesAfter(code, limit) {
      const rows = await database
        .selectFrom(table)
        .select("code")
        .where("code", ">", code)
        .orderBy("code")
        .limit(limit)
        .execute();
      return rows.map((row) => row.code);
    },

    async change(partner, subAccounts) {
      const { code } = partner;
      await updateRow(database, table, { code }, partnerRow(partner));
      if (subAccounts === undefined) return;
      await deleteRows(database, "subAccounts", { partnerCode: code });
      await own(code, subAccounts);
    },

    async find(code) {
      const row = await findRow(database, table, { code });
      if (row === undefined) return undefined;
      const { previousSecretSealed: encrypted, previousSecretUntil: until } = row;
      const open = (secret: string) => cipher.decryptKept(secret, purposes.partnerSecret(code));
      return {
        partner: partnerOf(row),
        secret: open(row.secretSealed),
        previousSecret:
          encrypted === undefined || until === undefined
            ? undefined
            : { secret: open(encrypted), until },
        isDisabled: row.disabledAt !== undefined,
      };
    },

    // One statement, so that all values are read at one moment.
    async terms(code, subAccount) {
      const [row] = (await readTerms(database, {}, { code, subAccount: subAccount ?? "" })).rows;
      return (
        row && {
          partner: partnerOf(row),
          ownsSubAccount: subAccount !== undefined && row.refId === subAccount,
        }
      );
    },

    async replaceSecret(code, secret, previousUntil) {
      const previousSecretUntil = previousUntil ?? null;
      const values = {
        // The encrypted text is bound to the partner, so it can be opened in the other column too.
        previousSecretSealed: previousUntil === undefined ? null : sql.ref("secretSealed"),
        previousSecretUntil,
        secretSealed: cipher.encrypt(secret, purposes.partnerSecret(code)),
      };
      await updateRow(database, table, { code }, values);
    },

    isDisabled: async (code) =>
      (await findRow(database, table, { code }))?.disabledAt !== undefined,

    async setDisabled(code, disabledAt) {
      await updateRow(database, table, { code }, { disabledAt });
    },

    async subAccounts(partnerCode) {
      const rows = await findRows(database, "subAccounts", { partnerCode });
      return rows.map(({ refId }) => refId);
    },

    hasSubAccount: async (partnerCode, refId) =>
      (await findRow(database, "subAccounts", { partnerCode, refId })) !== undefined,

    callbackUrl: async (code) => (await findRow(database, table, { code }))?.callbackUrl,

    async setCallbackUrl(code, callbackUrl) {
      await updateRow(database, table, { code }, { callbackUrl });
    },
  };
}

function partnerRow(partner: Partner) {
  return {
    ownerType: partner.ownerType ? 1 : 0,
    paymentMethods: JSON.stringify([...partner.paymentMethods]),
    bankCodes: JSON.stringify([...partner.bankCodes]),
    customerFees: JSON.stringify(partner.customerFees),
  };
}

const readTerms = compiledOnce<
  { readonly code: string; readonly subAccount: string },
  object,
  Row<"partners"> & { readonly refId?: string }
>(
  ({ code, subAccount }) => sql`
    SELECT partners.*, ref_id FROM partners
    LEFT JOIN sub_accounts ON partner_code = code AND ref_id = ${subAccount}
    WHERE code = ${code}`,
);

function partnerOf(row: Row<"partners">): Partner {
  return {
    code: row.code,
    ownerType: row.ownerType === 1,
    paymentMethods: parseNameSet(row.paymentMethods),
    bankCodes: parseNameSet(row.bankCodes),
    customerFees: feesIn(row.customerFees),
  };
}

function parseNameSet(json: string): ReadonlySet<string> {
  const names: unknown = JSON.parse(json);
  return new Set(Array.isArray(names) ? names.map(String) : []);
}

function feesIn(json: string): CustomerFees {
  const fees: unknown = JSON.parse(json);
  const entries = isContainer(fees) ? Object.entries(fees) : [];
  return Object.fromEntries(entries.map(([method, fee]) => [method, Number(fee)]));
}

// A statement can have 65,535 parameters on PostgreSQL, 32,766 on SQLite.
const BATCH_ROWS = 5000;

function* batches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) yield rows.slice(at, at + BATCH_ROWS);
}
