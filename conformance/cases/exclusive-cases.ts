import type { Case, ConstraintCase } from "./case.ts";
import type { HttpCase } from "./servers/http-case.ts";
import type { Provider } from "../provider.ts";
import { callsIn, type Scenario } from "../scenarios/scenario.ts";

/** Whether a case must be played alone, because it changes the server for other cases, for example its clock. */
export function isExclusive(
  played: Case | ConstraintCase | HttpCase | Scenario,
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
