import { StateForbidsError } from "../errors.ts";

/** For each state, the allowed events and the states that they lead to. */
export type TransitionTable<State extends string, Event extends string> = {
  readonly [S in State]: { readonly [E in Event]?: State };
};

/** A change of state, which storage applies only if the state is still `from`. */
export interface Move<State extends string> {
  readonly from: State;
  readonly to: State;
  /** Milliseconds since 1970 by the gateway's clock. */
  readonly at: number;
}

/**
 * The state that `event` leads to.
 *
 * @throws StateForbidsError if the table has no such transition
 */
export function nextState<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  state: State,
  event: Event,
): State {
  const next = table[state][event];
  if (next === undefined) throw new StateForbidsError(`Not possible in the state "${state}".`);
  return next;
}
