import { describe, expect, test } from "vitest";
import { authenticationTransitions } from "../authentications/authentication.ts";
import { authorizationTransitions } from "../authorizations/authorization.ts";
import { StateForbids } from "../errors.ts";
import { reversalTransitions } from "../reversals/reversal.ts";
import { tokenTransitions } from "../cards/saved-card.ts";
import { transactionTransitions } from "../payments/transaction.ts";
import { nextState, type TransitionTable } from "./transitions.ts";
import { verificationTransitions } from "../payments/verification.ts";

checkTable(
  "transaction",
  transactionTransitions,
  ["start", "succeed", "decline", "cancel", "expire"],
  {
    pending: { start: "processing", cancel: "error", expire: "error" },
    processing: { succeed: "success", decline: "error" },
    success: {},
    error: {},
  },
);

checkTable("verification", verificationTransitions, ["confirm", "fail", "expire"], {
  AUTHENTICATE_REQUIRED: {
    confirm: "AUTHENTICATED",
    fail: "FAILED",
    expire: "EXPIRED",
  },
  AUTHENTICATED: {},
  FAILED: {},
  EXPIRED: {},
});

checkTable("3DS authentication", authenticationTransitions, ["enroll", "verify", "fail"], {
  PENDING: { enroll: "CARD_ENROLLED", verify: "VERIFIED", fail: "FAILED" },
  CARD_ENROLLED: { verify: "VERIFIED", fail: "FAILED" },
  CARD_NOT_ENROLLED: {},
  ENROLLMENT_CHECK_FAILED: {},
  VERIFIED: {},
  FAILED: {},
});

checkTable("authorization", authorizationTransitions, ["capture", "reverse", "lapse"], {
  AUTHORIZED: { capture: "CAPTURED", reverse: "REVERSED", lapse: "REVERSED" },
  CAPTURED: {},
  REVERSED: {},
});

checkTable("reversal", reversalTransitions, ["succeed", "fail"], {
  pending: { succeed: "success", fail: "error" },
  success: {},
  error: {},
});

checkTable("token", tokenTransitions, ["delete"], {
  active: { delete: "deleted" },
  deleted: {},
});

/** Holds every pair of state and event against what the choices say. */
function checkTable<State extends string, Event extends string>(
  name: string,
  table: TransitionTable<State, Event>,
  events: readonly Event[],
  expected: Record<State, { [E in Event]?: State }>,
): void {
  describe(`${name} transitions`, () => {
    const states = statesOf(expected);
    test.each(states.flatMap((state) => events.map((event) => [state, event] as const)))(
      "%s, %s",
      (state, event) => {
        const next = expected[state][event];
        if (next === undefined) expect(() => nextState(table, state, event)).toThrow(StateForbids);
        else expect(nextState(table, state, event)).toBe(next);
      },
    );
  });
}

function statesOf<State extends string>(expected: Record<State, unknown>): State[] {
  const states: State[] = [];
  for (const state in expected) states.push(state);
  return states;
}
