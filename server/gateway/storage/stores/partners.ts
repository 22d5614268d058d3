import type { Kysely } from "kysely";
import type { Partner } from "../../domain/partners/partner.ts";
import type { PartnerStore } from "../../domain/store.ts";
import type { Seal } from "../../security/seal.ts";
import type { PartnerGrantRow, Tables } from "../tables.ts";

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
          secretSealed: seal.close(secret, sealedFor(code)),
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
        .select(["ownerType", "secretSealed", "kind", "value"])
        .where("code", "=", code)
        .execute();
      const [first] = rows;
      if (first === undefined) return undefined;
      const granted = (kind: PartnerGrantRow["kind"]): Set<string> =>
        new Set(
          rows.flatMap((row) => (row.kind === kind && row.value !== null ? [row.value] : [])),
        );
      return {
        partner: {
          code,
          ownerType: first.ownerType === 1,
          paymentMethods: granted("method"),
          bankCodes: granted("bank"),
        },
        secret: seal.open(first.secretSealed, sealedFor(code)),
      };
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

    async customerFee(code, paymentMethod) {
      const row = await database
        .selectFrom("fees")
        .select("amount")
        .where("partnerCode", "=", code)
        .where("paymentMethod", "=", paymentMethod)
        .executeTakeFirst();
      return row?.amount ?? 0;
    },

    async callbackUrl(code) {
      const row = await database
        .selectFrom("partners")
        .select("callbackUrl")
        .where("code", "=", code)
        .executeTakeFirst();
      return row?.callbackUrl ?? undefined;
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

// Ties the sealed secret to its row, so that one partner's cannot be moved to another.
function sealedFor(code: string): string {
  return `partner-secret:${code}`;
}

function grantsOf(
  partnerCode: string,
  kind: PartnerGrantRow["kind"],
  values: Iterable<string>,
): PartnerGrantRow[] {
  return [...values].map((value) => ({ partnerCode, kind, value }));
}

// PostgreSQL takes 65,535 parameters in a statement, SQLite 32,766.
const BATCH_ROWS = 5000;

function* batches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) yield rows.slice(at, at + BATCH_ROWS);
}
