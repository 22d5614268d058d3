import { type Expression, expressionBuilder, type Kysely } from "kysely";
import type { Store } from "../../domain/store.ts";
import type { StepBack } from "../../domain/due/moved-clock.ts";
import type { Tables } from "../tables.ts";

/** Dates back what is open. What is final keeps its times, and so does what was dated before the clock was moved. */
export function createTimers(database: Kysely<Tables>): Pick<Store, "moveTimersBack"> {
  return {
    async moveTimersBack(back) {
      await database
        .updateTable("transactions")
        .set((eb) => ({
          createdAt: dated(eb.ref("createdAt"), back),
          updatedAt: dated(eb.ref("updatedAt"), back),
          askedAt: dated(eb.ref("askedAt"), back),
        }))
        .where("status", "in", ["pending", "processing"])
        .execute();
      await database
        .updateTable("verifications")
        .set((eb) => ({
          createdAt: dated(eb.ref("createdAt"), back),
          // As long after the beginning as before.
          expiresAt: eb(
            dated(eb.ref("createdAt"), back),
            "+",
            eb(eb.ref("expiresAt"), "-", eb.ref("createdAt")),
          ),
        }))
        .where("status", "=", "AUTHENTICATE_REQUIRED")
        .execute();
      await database
        .updateTable("authorizations")
        .set((eb) => ({
          authorizedAt: dated(eb.ref("authorizedAt"), back),
          updatedAt: dated(eb.ref("updatedAt"), back),
        }))
        .where("status", "=", "AUTHORIZED")
        .execute();
      await database
        .updateTable("reversals")
        .set((eb) => ({
          createdAt: dated(eb.ref("createdAt"), back),
          updatedAt: dated(eb.ref("updatedAt"), back),
          askedAt: dated(eb.ref("askedAt"), back),
        }))
        .where("status", "=", "pending")
        .execute();
      await database
        .updateTable("deliveries")
        .set((eb) => ({
          createdAt: dated(eb.ref("createdAt"), back),
          dueAt: eb(eb.ref("dueAt"), "-", back.byMs),
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
