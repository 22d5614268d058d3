import { type Cause, changeState } from "../states/changes.ts";
import type { Gateway } from "../dependencies.ts";
import { lifecycles } from "../states/lifecycles.ts";
import type { Verification, VerificationEvent } from "./verification.ts";

/**
 * Applies an event to a verification, inside the caller's database transaction.
 *
 * @throws StateForbidsError
 */
export async function moveVerification(
  gateway: Gateway,
  verification: Verification,
  event: VerificationEvent,
  at: number = gateway.clock.now(),
): Promise<Verification> {
  const status = await changeState(
    gateway,
    lifecycles.verification,
    verification,
    { event, cause: causes[event], at },
    (move) => gateway.store.verifications.move(verification.id, move),
  );
  return { ...verification, status };
}

const causes: { readonly [Event in VerificationEvent]: Cause } = {
  confirm: { who: "customer", why: "the one-time password was right" },
  fail: { who: "customer", why: "too many wrong one-time passwords" },
  expire: { who: "clock", why: "not confirmed in time" },
};
