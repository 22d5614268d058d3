import { StateForbids } from "../errors.ts";

/** For each state, the events it takes and the state each leads to. */
export type TransitionTable<State extends string, Event extends string> = {
  readonly [S in State]: { readonly [E in Event]?: State };
};

/** One change of state, as storage applies it: only where the state still is `from`. */
export interface Move<State extends string> {
  readonly from: State;
  readonly to: State;
  /** Milliseconds since 1970 by the gateway's clock. */
  readonly at: number;
}

/**
 * The state that `event` leads to.
 *
 * @throws StateForbids when the table has no such transition.
 */
export function nextState<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  state: State,
  event: Event,
): State {
  const next = table[state][event];
  if (next === undefined) throw new StateForbids(`Not possible in the state "${state}".`);
  return next;
}
