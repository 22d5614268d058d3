import { type Kysely, sql } from "kysely";
import type { VerificationStore } from "../../domain/store.ts";
import { findRow, findRows, moveRow, updateRow } from "../rows.ts";
import { insertRow } from "../statement.ts";
import type { Tables } from "../tables.ts";

export function createVerificationStore(database: Kysely<Tables>): VerificationStore {
  const table = "verifications";
  return {
    async add(verification) {
      await insertRow(database, table, verification);
    },

    get: (id) => findRow(database, table, { id }),
    ofTransaction: (transactionId) => findRow(database, table, { transactionId }),
    move: (id, move) => moveRow(database, table, id, move),

    countWrongOtp: (id, wrongOtps) =>
      updateRow(database, table, { id, wrongOtps }, { wrongOtps: wrongOtps + 1 }),

    async due(until, limit) {
      const open = { status: "AUTHENTICATE_REQUIRED" } as const;
      const further = sql`AND expires_at <= ${until} ORDER BY expires_at LIMIT ${limit}`;
      const rows = await findRows(database, table, open, further);
      return rows.map(({ transactionId }) => transactionId);
    },
  };
}
