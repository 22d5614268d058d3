import { expect, test } from "vitest";
import { StateForbidsError } from "../errors.ts";
import { entities, type Lifecycle, lifecycles } from "./lifecycles.ts";
import { nextState } from "./transitions.ts";

/** Every transition that the documented choices allow. */
const allowed = {
  transaction: [
    "pending start processing",
    "pending cancel error",
    "pending expire error",
    "processing succeed success",
    "processing decline error",
  ],
  verification: [
    "AUTHENTICATE_REQUIRED confirm AUTHENTICATED",
    "AUTHENTICATE_REQUIRED fail FAILED",
    "AUTHENTICATE_REQUIRED expire EXPIRED",
  ],
  authentication: [
    "PENDING enroll CARD_ENROLLED",
    "PENDING verify VERIFIED",
    "PENDING fail FAILED",
    "CARD_ENROLLED verify VERIFIED",
    "CARD_ENROLLED fail FAILED",
  ],
  authorization: [
    "AUTHORIZED capture CAPTURED",
    "AUTHORIZED reverse REVERSED",
    "AUTHORIZED lapse REVERSED",
  ],
  reversal: ["pending succeed success", "pending fail error"],
  token: ["active delete deleted"],
};

test.each(entities)("a %s has exactly the documented transitions", (entity) => {
  const { transitions }: Lifecycle = lifecycles[entity];
  const events = new Set(Object.values(transitions).flatMap(Object.keys));
  const taken = Object.keys(transitions).flatMap((state) =>
    [...events].flatMap((event) => {
      try {
        return `${state} ${event} ${nextState(transitions, state, event)}`;
      } catch (error) {
        expect(error).toBeInstanceOf(StateForbidsError);
        return [];
      }
    }),
  );
  expect(taken).toEqual(allowed[entity]);
});
