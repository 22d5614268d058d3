import type { Provider } from "../../provider.ts";
import { callsIn } from "../../scenarios/scenario.ts";
import type { Plan, PlanOptions } from "../plan.ts";
import type { ServerCase } from "./cases.ts";

interface Known extends Pick<PlanOptions, "concurrency" | "stateless"> {
  /** The time that the server took for a case; undefined if none was played. */
  readonly responseMs: number | undefined;
}

/**
 * Chooses how many cases are played on a server at a time: the slower its responses, the more. Cases are played one after another
 * if the provider does not say which cases disturb others.
 */
export function concurrencyFor(
  cases: readonly ServerCase[],
  { exclusive }: Pick<Provider, "exclusive">,
  { concurrency, stateless = false, responseMs = 0 }: Known,
): Required<Pick<Plan, "concurrency" | "exclusive">> {
  const alone = stateless ? [] : cases.filter((testCase) => isExclusive(testCase, exclusive ?? {}));
  const areIndependent = stateless || exclusive !== undefined;
  const bearable = Math.min(mostAtATime, Math.ceil(responseMs / oneMoreForEachMs));
  return {
    concurrency: concurrency ?? (areIndependent ? Math.max(leastAtATime, bearable) : 1),
    exclusive: new Set(alone.map(({ id }) => id)),
  };
}

/** The server can answer while the suite judges other responses, and some scenarios wait for slow receivers. */
const leastAtATime = 4;

/** A server that takes half a second for each of these still answers all of them within the timeout of ten seconds. */
export const mostAtATime = 16;

/** One more case for each of these milliseconds that a response takes, which the suite mostly spends waiting. */
const oneMoreForEachMs = 20;

/** Whether a case must be played alone, because it changes the server for other cases, for example its clock. */
function isExclusive(
  played: ServerCase,
  { states = [], operations = [] }: NonNullable<Provider["exclusive"]>,
): boolean {
  if (played.kind === "scenario")
    return played.steps.some((step) => {
      if (step.kind === "providerState") return states.includes(step.state.name);
      const called = step.kind === "list" ? [step] : callsIn(step);
      return called.some(({ operation }) => operations.includes(operation.id));
    });
  const { providerStates } = "base" in played ? played.base : played;
  return (
    operations.includes(played.operation.id) ||
    providerStates.some(({ name }) => states.includes(name))
  );
}
