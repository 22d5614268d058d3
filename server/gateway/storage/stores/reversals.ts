import type { Kysely } from "kysely";
import type { FieldFault } from "../../domain/errors.ts";
import type { Reversal, ReversalError } from "../../domain/reversals/reversal.ts";
import type { ReversalStore } from "../../domain/store.ts";
import { textAt } from "../../http/text-at.ts";
import { findRow, moveRow, questionsAbout } from "./records.ts";
import type { Row, Tables } from "../tables.ts";

export function createReversalStore(database: Kysely<Tables>): ReversalStore {
  return {
    async add({ error, ...reversal }) {
      await database
        .insertInto("reversals")
        .values({
          ...reversal,
          ...columnsOf(error),
          // Whoever makes it asks right away.
          askedAt: 0,
        })
        .execute();
    },

    async get(id) {
      const row = await findRow(database, "reversals", id);
      return row && reversalOf(row);
    },

    async ofAuthorization(authorizationId) {
      const rows = await database
        .selectFrom("reversals")
        .selectAll()
        .where("authorizationId", "=", authorizationId)
        .execute();
      return rows.map(reversalOf);
    },

    move: (id, move, error) =>
      moveRow(database, "reversals", id, move, {
        ...columnsOf(error),
        reversedAt: move.to === "success" ? move.at : undefined,
      }),

    async due(until, limit) {
      const rows = await database
        .selectFrom("reversals")
        .select("id")
        .where("status", "=", "pending")
        .where("updatedAt", "<=", until)
        .where("askedAt", "<=", until)
        .orderBy("askedAt")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    ...questionsAbout(database, "reversals", "pending"),
  };
}

function columnsOf(error: ReversalError | undefined) {
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

function readDetails(json: string): FieldFault[] {
  const details: unknown = JSON.parse(json);
  return Array.isArray(details)
    ? details.map((detail) => ({
        field: textAt(detail, "field") ?? "",
        reason: textAt(detail, "reason") ?? "",
      }))
    : [];
}
