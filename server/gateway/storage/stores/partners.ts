import type { Kysely } from "kysely";
import type { Partner } from "../../domain/partners/partner.ts";
import type { PartnerStore } from "../../domain/store.ts";
import type { Seal } from "../../security/seal.ts";
import { purposes } from "../sealed.ts";
import type { Row, Tables } from "../tables.ts";

export function createPartnerStore(database: Kysely<Tables>, seal: Seal): PartnerStore {
  const grant = async (partner: Partner): Promise<void> => {
    const grants = [
      ...grantsOf(partner.code, "method", partner.paymentMethods),
      ...grantsOf(partner.code, "bank", partner.bankCodes),
    ];
    for (const rows of batches(grants))
      await database.insertInto("partnerGrants").values(rows).execute();
  };
  const own = async (partnerCode: string, subAccounts: readonly string[]): Promise<void> => {
    const owned = subAccounts.map((refId) => ({ partnerCode, refId }));
    for (const rows of batches(owned))
      await database.insertInto("subAccounts").values(rows).execute();
  };

  return {
    async add(partner, secret, subAccounts) {
      const { code } = partner;
      await database
        .insertInto("partners")
        .values({
          code,
          ownerType: partner.ownerType ? 1 : 0,
          secretSealed: seal.close(secret, purposes.partnerSecret(code)),
        })
        .execute();
      await grant(partner);
      await own(code, subAccounts);
    },

    async change(partner, subAccounts) {
      const { code, ownerType } = partner;
      await database
        .updateTable("partners")
        .set({ ownerType: ownerType ? 1 : 0 })
        .where("code", "=", code)
        .execute();
      await database.deleteFrom("partnerGrants").where("partnerCode", "=", code).execute();
      await grant(partner);
      if (subAccounts === undefined) return;
      await database.deleteFrom("subAccounts").where("partnerCode", "=", code).execute();
      await own(code, subAccounts);
    },

    async find(code) {
      const rows = await database
        .selectFrom("partners")
        .leftJoin("partnerGrants", "partnerCode", "code")
        .select([
          "ownerType",
          "secretSealed",
          "previousSecretSealed",
          "previousSecretUntil",
          "disabledAt",
          "kind",
          "value",
        ])
        .where("code", "=", code)
        .execute();
      const [first] = rows;
      if (first === undefined) return undefined;
      const { previousSecretSealed: sealed, previousSecretUntil: until } = first;
      const open = (secret: string) => seal.open(secret, purposes.partnerSecret(code));
      return {
        partner: partnerOf(code, first, rows),
        secret: open(first.secretSealed),
        previousSecret:
          sealed === undefined || until === undefined ? undefined : { secret: open(sealed), until },
        isDisabled: first.disabledAt !== undefined,
      };
    },

    // One statement, so that all is of one moment.
    async terms(code, { paymentMethod, subAccount }) {
      const rows = await database
        .selectFrom("partners")
        .leftJoin("partnerGrants", "partnerGrants.partnerCode", "code")
        .leftJoin("fees", (join) =>
          join.onRef("fees.partnerCode", "=", "code").on("fees.paymentMethod", "=", paymentMethod),
        )
        .leftJoin("subAccounts", (join) =>
          join.onRef("subAccounts.partnerCode", "=", "code").on("refId", "=", subAccount ?? ""),
        )
        .select(["ownerType", "kind", "value", "amount", "refId"])
        .where("code", "=", code)
        .execute();
      const [first] = rows;
      return (
        first && {
          partner: partnerOf(code, first, rows),
          ownsSubAccount: subAccount !== undefined && first.refId !== undefined,
          customerFee: first.amount ?? 0,
        }
      );
    },

    async replaceSecret(code, secret, previousUntil) {
      const ends = previousUntil === undefined;
      await database
        .updateTable("partners")
        .set((columns) => ({
          // What is sealed is bound to the partner, so it opens in the other column as well.
          previousSecretSealed: ends ? null : columns.ref("secretSealed"),
          previousSecretUntil: previousUntil ?? null,
          secretSealed: seal.close(secret, purposes.partnerSecret(code)),
        }))
        .where("code", "=", code)
        .execute();
    },

    async isDisabled(code) {
      const row = await database
        .selectFrom("partners")
        .select("disabledAt")
        .where("code", "=", code)
        .executeTakeFirst();
      return row?.disabledAt !== undefined;
    },

    async setDisabled(code, at) {
      await database
        .updateTable("partners")
        .set({ disabledAt: at ?? null })
        .where("code", "=", code)
        .execute();
    },

    async subAccounts(code) {
      const rows = await database
        .selectFrom("subAccounts")
        .select("refId")
        .where("partnerCode", "=", code)
        .execute();
      return rows.map(({ refId }) => refId);
    },

    async hasSubAccount(code, subAccount) {
      const row = await database
        .selectFrom("subAccounts")
        .select("refId")
        .where("partnerCode", "=", code)
        .where("refId", "=", subAccount)
        .executeTakeFirst();
      return row !== undefined;
    },

    async customerFees(code) {
      const rows = await database
        .selectFrom("fees")
        .select(["paymentMethod", "amount"])
        .where("partnerCode", "=", code)
        .execute();
      return Object.fromEntries(rows.map(({ paymentMethod, amount }) => [paymentMethod, amount]));
    },

    async setCustomerFees(partnerCode, fees) {
      await database.deleteFrom("fees").where("partnerCode", "=", partnerCode).execute();
      const rows = Object.entries(fees).map(([paymentMethod, amount]) => ({
        partnerCode,
        paymentMethod,
        amount,
      }));
      for (const batch of batches(rows)) await database.insertInto("fees").values(batch).execute();
    },

    async callbackUrl(code) {
      const row = await database
        .selectFrom("partners")
        .select("callbackUrl")
        .where("code", "=", code)
        .executeTakeFirst();
      return row?.callbackUrl;
    },

    async setCallbackUrl(code, url) {
      await database
        .updateTable("partners")
        .set({ callbackUrl: url ?? null })
        .where("code", "=", code)
        .execute();
    },
  };
}

function partnerOf(
  code: string,
  { ownerType }: { readonly ownerType: number },
  grants: readonly { readonly [Column in keyof Grant]: Grant[Column] | null | undefined }[],
): Partner {
  const granted = (kind: Grant["kind"]): Set<string> =>
    new Set(grants.flatMap((row) => (row.kind === kind && row.value ? [row.value] : [])));
  return {
    code,
    ownerType: ownerType === 1,
    paymentMethods: granted("method"),
    bankCodes: granted("bank"),
  };
}

type Grant = Pick<Row<"partnerGrants">, "kind" | "value">;

function grantsOf(
  partnerCode: string,
  kind: Grant["kind"],
  values: Iterable<string>,
): Row<"partnerGrants">[] {
  return [...values].map((value) => ({ partnerCode, kind, value }));
}

// PostgreSQL takes 65,535 parameters in a statement, SQLite 32,766.
const BATCH_ROWS = 5000;

function* batches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) yield rows.slice(at, at + BATCH_ROWS);
}
