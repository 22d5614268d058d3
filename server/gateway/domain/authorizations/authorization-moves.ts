import {
  type Authorization,
  type AuthorizationEvent,
  hasLapsed,
  HELD_MS,
} from "./authorization.ts";
import { type Cause, changeState } from "../states/changes.ts";
import { requireFound, StateForbidsError } from "../errors.ts";
import type { Gateway } from "../dependencies.ts";
import { lifecycles } from "../states/lifecycles.ts";

/**
 * Applies an event to an authorization, inside the caller's database transaction.
 *
 * @throws StateForbidsError, also if another reversal has locked the authorization meanwhile
 */
export async function moveAuthorization(
  gateway: Gateway,
  authorization: Authorization,
  step: { event: AuthorizationEvent; cause: Cause; at: number },
): Promise<Authorization> {
  const { id, reversalId } = authorization;
  const status = await changeState(gateway, lifecycles.authorization, authorization, step, (move) =>
    gateway.store.authorizations.move(id, move, reversalId),
  );
  return { ...authorization, status };
}

/**
 * Lapses an unlocked authorization if it is overdue. The recorded time is its deadline, also if it is noticed late.
 *
 * @throws NotFoundError
 */
export async function lapse(gateway: Gateway, id: string, now: number): Promise<Authorization> {
  return gateway.store.atomically(async (store) => {
    const found = requireFound(await store.authorizations.get(id), "authorization");
    const isFree = found.status === "AUTHORIZED" && found.reversalId === undefined;
    if (!isFree || !hasLapsed(found, now)) return found;
    const at = found.authorizedAt + HELD_MS;
    return moveAuthorization({ ...gateway, store }, found, lapseAt(at));
  });
}

/**
 * Ends the lock of a failed reversal, inside the caller's database transaction. If the authorization is overdue, it
 * lapses now.
 *
 * @throws StateForbidsError if the reversal does not lock the authorization
 */
export async function releaseAuthorization(
  gateway: Gateway,
  authorization: Authorization,
  reversalId: string,
  now: number,
): Promise<void> {
  const { id } = authorization;
  if (!(await gateway.store.authorizations.release(id, reversalId)))
    throw new StateForbidsError("The authorization has changed in the meantime.");
  const free = { ...authorization, reversalId: undefined };
  if (hasLapsed(free, now)) await moveAuthorization(gateway, free, lapseAt(now));
}

/**
 * Checks that an authorization is held, not overdue and not locked by a reversal.
 *
 * @throws StateForbidsError
 */
export function requireFree(authorization: Authorization, now: number): void {
  const { status, reversalId } = authorization;
  if (status !== "AUTHORIZED")
    throw new StateForbidsError(`Not possible in the state "${status}".`);
  if (reversalId !== undefined)
    throw new StateForbidsError("A reversal of the authorization is pending.");
  if (hasLapsed(authorization, now))
    throw new StateForbidsError("The authorization is older than seven days.");
}

/** Why an authorization lapses. */
export const LAPSE_CAUSE: Cause = { who: "clock", why: "168 hours have passed" };

function lapseAt(at: number) {
  return { event: "lapse", cause: LAPSE_CAUSE, at } as const;
}
