import { type Kysely, sql } from "kysely";
import type { FieldViolation } from "../../domain/errors.ts";
import type { Reversal, ReversalError } from "../../domain/reversals/reversal.ts";
import type { ReversalStore } from "../../domain/store.ts";
import { textAt } from "../../platform/text-at.ts";
import { findIds, findRow, findRows, moveRow, updateRow } from "../rows.ts";
import { insertRow } from "../statement.ts";
import type { Row, Tables } from "../tables.ts";

export function createReversalStore(database: Kysely<Tables>): ReversalStore {
  const table = "reversals";
  return {
    async add({ error, ...reversal }) {
      // The bank is asked right after this.
      await insertRow(database, table, { ...reversal, ...errorColumns(error), askedAt: 0 });
    },

    async get(id) {
      const row = await findRow(database, table, { id });
      return row && reversalOf(row);
    },

    ofAuthorization: async (authorizationId) =>
      (await findRows(database, table, { authorizationId })).map(reversalOf),

    move: (id, move, error) =>
      moveRow(database, table, id, move, {
        ...errorColumns(error),
        reversedAt: move.to === "success" ? move.at : undefined,
      }),

    due: (until, limit) =>
      findIds(
        database,
        table,
        { status: "pending" },
        sql`AND updated_at <= ${until} AND asked_at <= ${until} ORDER BY asked_at LIMIT ${limit}`,
      ),

    markAsked: (id, askedAt, until) =>
      updateRow(
        database,
        table,
        { id, status: "pending" },
        { askedAt },
        sql`AND asked_at <= ${until}`,
      ),
  };
}

function errorColumns(error: ReversalError | undefined) {
  return {
    errorCode: error?.errorCode,
    errorMessage: error?.message,
    errorDetails: error && JSON.stringify(error.details),
  };
}

function reversalOf({
  askedAt: _,
  errorCode,
  errorMessage,
  errorDetails,
  ...row
}: Row<"reversals">): Reversal {
  return {
    ...row,
    ...(errorCode !== undefined && {
      error: {
        errorCode,
        message: errorMessage ?? "",
        details: readDetails(errorDetails ?? "[]"),
      },
    }),
  };
}

function readDetails(json: string): FieldViolation[] {
  const details: unknown = JSON.parse(json);
  return Array.isArray(details)
    ? details.map((detail) => ({
        field: textAt(detail, "field") ?? "",
        reason: textAt(detail, "reason") ?? "",
      }))
    : [];
}
