import { type Kysely, type RawBuilder, sql } from "kysely";
import type { StepBack, Store } from "../../domain/store.ts";
import type { Tables } from "../tables.ts";

/**
 * Moves the times of records that are not final back by as much as the sandbox's clock was set back. Times from before the clock was
 * moved do not change.
 */
export function createTimers(database: Kysely<Tables>): Pick<Store, "moveTimersBack"> {
  return {
    async moveTimersBack(back) {
      const dated = (...names: readonly string[]) =>
        sql.join(names.map((name) => sql`${sql.ref(name)} = ${asReal(name, back)}`));
      const made = dated("created_at");
      const changes = [
        sql`transactions SET ${dated("created_at", "updated_at", "asked_at")} WHERE status IN ('pending', 'processing')`,
        // The time between creation and expiry stays the same.
        sql`verifications SET ${made}, expires_at = ${asReal("created_at", back)} + expires_at - created_at
          WHERE status = 'AUTHENTICATE_REQUIRED'`,
        sql`authorizations SET ${dated("authorized_at", "updated_at")} WHERE status = 'AUTHORIZED'`,
        sql`reversals SET ${dated("created_at", "updated_at", "asked_at")} WHERE status = 'pending'`,
        sql`deliveries SET ${made}, due_at = due_at - ${back.byMs} WHERE status = 'pending'`,
      ];
      for (const change of changes) await sql`UPDATE ${change}`.execute(database);
    },
  };
}

/** Converts a time of the moved clock into real time, but not earlier than the instant at which the clock was first moved. */
function asReal(name: string, { byMs, movedAtMs }: StepBack): RawBuilder<unknown> {
  const [time, by, moved] = [sql.ref(name), sql.lit(byMs), sql.lit(movedAtMs)];
  return sql`CASE
    WHEN ${time} < ${moved} THEN ${time} WHEN ${time} - ${by} < ${moved} THEN ${moved} ELSE ${time} - ${by}
  END`;
}
