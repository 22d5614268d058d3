import type { CaseHead, ProviderState } from "../case.ts";
import type { Trace } from "../exchange/exchange.ts";
import type { StateResult, Provider, StateContext } from "../provider.ts";
import { errorVerdict, withExchange, type Finding, type Verdict } from "../verdict.ts";

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

/**
 * The verdict on a server of a case that may set provider states up, which are taken back afterwards.
 *
 * @param find plays the case; notes what it has set up and what was exchanged
 * @param judge makes the verdict of what was found
 */
export async function verdictWithStates(
  played: CaseHead,
  find: (effects: StateResult[], trace: Trace) => Promise<Finding[]>,
  judge: (findings: readonly Finding[]) => Verdict,
): Promise<Verdict> {
  const effects: StateResult[] = [];
  const trace: Trace = {};
  try {
    const findings = await tearingDown(effects, () => find(effects, trace));
    return withExchange(judge(findings), trace);
  } catch (error) {
    return withExchange(errorVerdict(played, "server", error), trace);
  }
}
