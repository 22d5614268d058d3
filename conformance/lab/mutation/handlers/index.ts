import { faults, scenarios, startServer, suites } from "../../fixtures/faults/server/index.ts";
import { concerns, playOnServer } from "../../../index.ts";
import { playScenario, type ServerInScenario } from "../../../scenarios/play.ts";
import type { Scenario } from "../../../scenarios/scenario.ts";
import type { Verdict } from "../../../verdict.ts";
import type { CodeFault } from "../code-fault.ts";
import { codeFaultGroup } from "../code-fault-group.ts";
import type { MutantGroup } from "../mutant.ts";
import { firstFailed } from "../mutant-result.ts";

/** Faults in the code of the reference server, each noticed by the samples, scenarios and derived cases. */
export function openHandlerMutants(): Promise<MutantGroup> {
  return Promise.resolve(codeFaultGroup("handlers", faults, killingVerdict));
}

/** The verdict that notices a fault; `edits: []` is a healthy server, which nothing must notice. */
export async function killingVerdict({
  edits,
  operations,
}: Pick<CodeFault, "edits" | "operations">): Promise<Verdict | undefined> {
  await using faulty = await startServer(edits);
  return await firstFailed(playsOf(operations, faulty.server));
}

/** What costs least and finds most comes first. */
function* playsOf(
  touched: readonly string[] | undefined,
  server: ServerInScenario,
): Iterable<() => Promise<Verdict>> {
  const isTouched = (id: string) => touched?.includes(id) ?? true;
  function* samplePlays() {
    for (const suite of suites)
      for (const each of suite.cases)
        if (isTouched(each.operation.id)) yield () => playOnServer(suite, each, server);
  }
  function* scenarioPlays() {
    for (const scenario of quickFirst)
      if (callsOf(scenario).some(isTouched)) yield () => playScenario(scenario, server);
  }
  // What concerns every operation shows over several exchanges.
  yield* touched === undefined ? scenarioPlays() : samplePlays();
  yield* touched === undefined ? samplePlays() : scenarioPlays();
  for (const suite of suites)
    for (const each of suite.constraints().cases)
      if (concerns(each, "server") && isTouched(each.operation.id))
        yield () => playOnServer(suite, each, server);
}

/** Those whose receiver is slow take many seconds, and seldom notice what others do not. */
const quickFirst = [...scenarios].sort((one, other) => slowness(one) - slowness(other));

function slowness({ steps }: Scenario): number {
  return Math.max(
    0,
    ...steps.map((step) => (step.kind === "answer" ? (step.answer.afterMs ?? 0) : 0)),
  );
}

function callsOf({ steps }: Scenario): string[] {
  return steps.flatMap((step) => (step.kind === "call" ? [step.operation.id] : []));
}
