import type { ProviderState } from "../case.ts";
import type { StateResult, Provider, StateContext } from "../provider.ts";

/**
 * Sets a provider state up.
 *
 * @throws {Error} when the provider does not know it
 */
export function setUp(
  { states }: Provider,
  { name, values }: ProviderState,
  context: StateContext,
): Promise<StateResult> {
  const setUpState = states[name];
  if (!setUpState)
    throw new Error(`nothing provides "${name}"; add it to the provider file (--provider FILE)`);
  return setUpState(values, context);
}

/** Plays, and then takes back what the provider states have changed by then, the last first. */
export async function tearingDown<T>(
  effects: readonly StateResult[],
  play: () => Promise<T>,
): Promise<T> {
  try {
    return await play();
  } finally {
    for (const { undo } of effects.toReversed()) await undo?.();
  }
}
