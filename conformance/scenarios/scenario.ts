import type { CaseHead } from "../cases/case.ts";
import type { CallStep, Step } from "./read/read-steps.ts";

/** Several exchanges with one server that depend on each other, read from a file. */
export interface Scenario extends CaseHead {
  readonly kind: "scenario";
  readonly fresh: Readonly<Record<string, number>>;
  readonly steps: readonly Step[];
  /** Set if further steps are left out. A message may then be for one of them. */
  readonly isCut?: true;
}

/** What a server offers to the steps of scenarios. */
export interface Offered {
  /** Whether the server implements an operation; undefined if it is of another contract and nobody knows. */
  readonly operation: (id: string) => boolean | undefined;
  readonly providerState: (name: string) => boolean;
}

/**
 * A scenario up to the first step that the server may not offer, if a later step needs an operation that it does not implement. It
 * stays as it is if no operation is called before that step.
 */
export function cutScenario(scenario: Scenario, offered: Offered): Scenario {
  const { steps } = scenario;
  const isOffered = (step: Step) => {
    if (step.kind === "providerState") return offered.providerState(step.state.name);
    const found = callsIn(step).map(({ operation }) => offered.operation(operation.id));
    return found.includes(false) ? false : !found.includes(undefined) || undefined;
  };
  if (!steps.some((step) => callsIn(step).length > 0 && isOffered(step) === false)) return scenario;
  const kept = steps.slice(
    0,
    steps.findIndex((step) => isOffered(step) !== true),
  );
  return kept.some((step) => callsIn(step).length > 0)
    ? { ...scenario, steps: kept, isCut: true }
    : scenario;
}

/** The calls of a step, which may be sent at once. */
export function callsIn(step: Step): readonly CallStep[] {
  if (step.kind === "atOnce") return step.calls;
  return step.kind === "call" ? [step] : [];
}
