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

/** Takes back what the provider states have changed, the last first. */
export async function tearDown(effects: readonly StateResult[]): Promise<void> {
  for (const { undo } of effects.toReversed()) await undo?.();
}
