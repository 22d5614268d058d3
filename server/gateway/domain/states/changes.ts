import { StateForbids } from "../errors.ts";
import type { Change } from "./lifecycles.ts";
import type { Gateway } from "../dependencies.ts";
import type { Lifecycle } from "./lifecycles.ts";
import type { Caller } from "../partners/partner.ts";
import type { RecordState } from "../store.ts";
import { type Move, nextState } from "./transitions.ts";

/** Who brought a change about, and why. The bank speaks for a card's issuer as well, the clock is time that has passed. */
export interface Cause {
  readonly who: `partner:${string}` | "clock" | "bank" | "customer" | "gateway";
  readonly why: string;
}

/** The event that makes a record. */
export const MADE = "make";

/** The event by which a sandbox forgets a record, and the state it is in then. */
export const REMOVED = { event: "remove", state: "removed" } as const;

/** A partner's own request. */
export function byPartner({ partnerCode }: Caller, why: string): Cause {
  return { who: `partner:${partnerCode}`, why };
}

/** Keeps that a record was made; to be called where it is stored, in the same transaction. */
export async function recordCreated(
  gateway: Gateway,
  lifecycle: Pick<Lifecycle, "entity">,
  record: RecordState,
  cause: Cause & { readonly at: number },
): Promise<void> {
  await gateway.store.history.add(creationOf(gateway, lifecycle, record, cause));
}

/** The first line in the history of a record. */
export function creationOf(
  { ids }: Pick<Gateway, "ids">,
  { entity }: Pick<Lifecycle, "entity">,
  { id, status: to }: RecordState,
  cause: Cause & { readonly at: number },
): Change {
  return { ...cause, id: ids.next(), entity, recordId: id, from: undefined, event: MADE, to };
}

/**
 * Changes the state of a record, the only way there is: by its transition table, by compare-and-set, and with a line in
 * its history. `move` and this run in one transaction of the caller.
 *
 * @throws StateForbids when the table has no such transition, or someone else was first
 */
export async function change<State extends string, Event extends string>(
  { ids, store }: Gateway,
  { entity, transitions }: Lifecycle<State, Event>,
  { id: recordId, status: from }: { readonly id: string; readonly status: State },
  { event, cause, at }: { readonly event: Event; readonly cause: Cause; readonly at: number },
  move: (move: Move<State>) => Promise<boolean>,
): Promise<State> {
  const to = nextState(transitions, from, event);
  if (!(await move({ from, to, at })))
    throw new StateForbids(`The ${entity} has changed in the meantime.`);
  await store.history.add({ ...cause, id: ids.next(), entity, recordId, from, event, to, at });
  return to;
}

/** Keeps something that came too late to change the record's state. */
export async function recordLate(
  { ids, store, clock }: Gateway,
  { entity }: Pick<Lifecycle, "entity">,
  { id: recordId, status }: RecordState,
  { event, ...cause }: Cause & { readonly event: string },
): Promise<void> {
  const step = { from: status, event: LATE + event, to: status, at: clock.now() };
  await store.history.add({ ...cause, ...step, id: ids.next(), entity, recordId });
}

/** What the event of a line starts with that changed nothing. */
export const LATE = "late-";
