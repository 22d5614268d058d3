import type { Given } from "../case.ts";
import type { StateResult, Provider, StateContext } from "../provider.ts";

/**
 * Brings about what a case needs.
 *
 * @throws {Error} when the provider does not know it
 */
export function setUp(
  { givens }: Provider,
  { name, values }: Given,
  context: StateContext,
): Promise<StateResult> {
  const give = givens[name];
  if (!give)
    throw new Error(`nothing provides "${name}"; add it to the provider file (--given FILE)`);
  return give(values, context);
}

/** Takes back what was brought about, the last first. */
export async function tearDown(effects: readonly StateResult[]): Promise<void> {
  for (const { undo } of effects.toReversed()) await undo?.();
}
