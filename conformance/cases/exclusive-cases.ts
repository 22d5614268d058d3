import type { Case, ConstraintCase } from "./case.ts";
import type { HttpCase } from "./servers/http-case.ts";
import type { Provider } from "../provider.ts";
import type { Scenario } from "../scenarios/scenario.ts";

/**
 * Tells whether a case may change what other cases meet with, such as the time of the server's clock, so that none of them may
 * be played at the same time. Whether there are any, only the provider knows.
 *
 * @example
 * isExclusive(played, { states: ["clock"], operations: ["moveClock"] });
 */
export function isExclusive(
  played: Case | ConstraintCase | HttpCase | Scenario,
  { states = [], operations = [] }: NonNullable<Provider["exclusive"]>,
): boolean {
  const { stateNames, operationIds } = usedBy(played);
  return (
    stateNames.some((each) => states.includes(each)) ||
    operationIds.some((each) => operations.includes(each))
  );
}

function usedBy(played: Parameters<typeof isExclusive>[0]): {
  readonly stateNames: readonly string[];
  readonly operationIds: readonly string[];
} {
  if (played.kind === "scenario")
    return {
      stateNames: played.steps.flatMap((step) =>
        step.kind === "providerState" ? [step.state.name] : [],
      ),
      operationIds: played.steps.flatMap((step) =>
        step.kind === "call" || step.kind === "list" ? [step.operation.id] : [],
      ),
    };
  const base = "base" in played ? played.base : played;
  return {
    stateNames: base.providerStates.map(({ name }) => name),
    operationIds: [played.operation.id],
  };
}
