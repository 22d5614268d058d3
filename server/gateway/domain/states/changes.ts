import { StateForbidsError } from "../errors.ts";
import type { Change } from "./lifecycles.ts";
import type { Gateway } from "../dependencies.ts";
import type { Lifecycle } from "./lifecycles.ts";
import type { Caller } from "../partners/partner.ts";
import type { RecordState } from "../store.ts";
import { type Move, nextState } from "./transitions.ts";

/** Who caused a change, and why. `bank` includes the issuer of a card, `clock` is a deadline. */
export interface Cause {
  readonly who: `partner:${string}` | "clock" | "bank" | "customer" | "gateway";
  readonly why: string;
}

/** The event that creates a record. */
export const MADE = "make";

/** The event by which a sandbox removes a record, and the state that it leads to. */
export const REMOVED = { event: "remove", state: "removed" } as const;

/** The cause of a change that a partner requested. */
export function byPartner({ partnerCode }: Caller, why: string): Cause {
  return { who: `partner:${partnerCode}`, why };
}

/** Adds the first history row of a record. Call it in the transaction that stores the record. */
export async function recordCreated(
  gateway: Gateway,
  lifecycle: Pick<Lifecycle, "entity">,
  record: RecordState,
  cause: Cause & { readonly at: number },
): Promise<void> {
  await gateway.store.history.add(creationOf(gateway, lifecycle, record, cause));
}

/** The first history row of a record. */
export function creationOf(
  { ids }: Pick<Gateway, "ids">,
  { entity }: Pick<Lifecycle, "entity">,
  { id, status: to }: RecordState,
  cause: Cause & { readonly at: number },
): Change {
  return { ...cause, id: ids.next(), entity, recordId: id, from: undefined, event: MADE, to };
}

/**
 * Changes the state of a record by its transition table and by compare-and-set, and adds a history row. All changes of
 * states go through this function. It must run in a transaction of the caller.
 *
 * @param move applies the compare-and-set to the stored record
 * @throws StateForbidsError if the table has no such transition, or the record has changed meanwhile
 */
export async function changeState<State extends string, Event extends string>(
  { ids, store }: Gateway,
  { entity, transitions }: Lifecycle<State, Event>,
  { id: recordId, status: from }: { readonly id: string; readonly status: State },
  { event, cause, at }: { readonly event: Event; readonly cause: Cause; readonly at: number },
  move: (move: Move<State>) => Promise<boolean>,
): Promise<State> {
  const to = nextState(transitions, from, event);
  if (!(await move({ from, to, at })))
    throw new StateForbidsError(`The ${entity} has changed in the meantime.`);
  await store.history.add({ ...cause, id: ids.next(), entity, recordId, from, event, to, at });
  return to;
}

/** Adds a history row for an event that came too late to change the record's state. */
export async function recordLate(
  { ids, store, clock }: Gateway,
  { entity }: Pick<Lifecycle, "entity">,
  { id: recordId, status }: RecordState,
  { event, ...cause }: Cause & { readonly event: string },
): Promise<void> {
  const step = { from: status, event: LATE + event, to: status, at: clock.now() };
  await store.history.add({ ...cause, ...step, id: ids.next(), entity, recordId });
}

/** The prefix of events that came too late. */
export const LATE = "late-";
