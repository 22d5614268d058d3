import type { Given } from "../case.ts";
import type { Effect, Provider, World } from "../provider.ts";

/**
 * Brings about what a case needs.
 *
 * @throws {Error} when the provider does not know it
 */
export function bringAbout(
  { givens }: Provider,
  { name, values }: Given,
  world: World,
): Promise<Effect> {
  const give = givens[name];
  if (!give)
    throw new Error(`nothing provides "${name}"; add it to the provider file (--given FILE)`);
  return give(values, world);
}

/** Takes back what was brought about, the last first. */
export async function takeBack(effects: readonly Effect[]): Promise<void> {
  for (const { undo } of effects.toReversed()) await undo?.();
}
