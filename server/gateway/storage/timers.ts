import { type Expression, expressionBuilder, type Kysely } from "kysely";
import type { Store } from "../domain/store.ts";
import type { StepBack } from "../domain/sandbox.ts";
import type { Tables } from "./tables.ts";

/** Dates back what is open. What is final keeps its times, and so does what was dated before the clock was moved. */
export function createTimers(database: Kysely<Tables>): Pick<Store, "moveTimersBack"> {
  return {
    async moveTimersBack(back) {
      await database
        .updateTable("transactions")
        .set(({ ref }) => ({
          createdAt: dated(ref("createdAt"), back),
          updatedAt: dated(ref("updatedAt"), back),
        }))
        .where("status", "in", ["pending", "processing"])
        .execute();
      await database
        .updateTable("verifications")
        .set(({ eb, ref }) => ({
          createdAt: dated(ref("createdAt"), back),
          // As long after the beginning as before.
          expiresAt: eb(
            dated(ref("createdAt"), back),
            "+",
            eb(ref("expiresAt"), "-", ref("createdAt")),
          ),
        }))
        .where("status", "=", "AUTHENTICATE_REQUIRED")
        .execute();
      await database
        .updateTable("authorizations")
        .set(({ ref }) => ({
          authorizedAt: dated(ref("authorizedAt"), back),
          updatedAt: dated(ref("updatedAt"), back),
        }))
        .where("status", "=", "AUTHORIZED")
        .execute();
      await database
        .updateTable("reversals")
        .set(({ ref }) => ({
          createdAt: dated(ref("createdAt"), back),
          updatedAt: dated(ref("updatedAt"), back),
          askedAt: dated(ref("askedAt"), back),
        }))
        .where("status", "=", "pending")
        .execute();
      await database
        .updateTable("deliveries")
        .set(({ eb, ref }) => ({
          createdAt: dated(ref("createdAt"), back),
          dueAt: eb(ref("dueAt"), "-", back.byMs),
        }))
        .where("status", "=", "pending")
        .execute();
    },
  };
}

/** A time that the clock has shown, as real time: never before the clock was moved, however often it was moved since. */
function dated(time: Expression<number>, { byMs, movedAtMs }: StepBack): Expression<number> {
  const eb = expressionBuilder<Tables>();
  const earlier = eb(time, "-", byMs);
  return eb
    .case()
    .when(time, "<", movedAtMs)
    .then(time)
    .when(earlier, "<", movedAtMs)
    .then(movedAtMs)
    .else(earlier)
    .end();
}
