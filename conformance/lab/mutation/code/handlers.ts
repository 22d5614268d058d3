import { playOnServer } from "../../../index.ts";
import { concerns } from "../../../internal.ts";
import { playScenario, type ServerInScenario } from "../../../scenarios/play.ts";
import type { Scenario } from "../../../scenarios/scenario.ts";
import { handlerFolders, scenarios, startServer, suites } from "../../fixtures/faults/server.ts";
import type { CodeGroup, Play } from "./code-group.ts";
import { readFaults } from "./faults.ts";

/** Faults in the code of the reference server, each noticed by the samples, scenarios and derived cases. */
export async function openHandlers(): Promise<CodeGroup> {
  return {
    name: "handlers",
    folders: handlerFolders,
    ...(await readFaults("handlers")),
    async start(edits) {
      const running = await startServer(edits);
      return { ...running, plays: (fault) => playsOf(fault?.operations, running.server) };
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** What costs least and finds most comes first. */
function* playsOf(
  touched: readonly string[] | undefined,
  server: ServerInScenario,
): Iterable<Play> {
  const isTouched = (id: string) => touched?.includes(id) ?? true;
  function* samplePlays() {
    for (const suite of suites)
      for (const each of suite.cases)
        if (isTouched(each.operation.id))
          yield { id: each.id, run: () => playOnServer(suite, each, server) };
  }
  function* scenarioPlays() {
    for (const scenario of quickFirst)
      if (callsOf(scenario).some(isTouched))
        yield { id: scenario.id, run: () => playScenario(scenario, server) };
  }
  // What concerns every operation shows over several exchanges.
  yield* touched === undefined ? scenarioPlays() : samplePlays();
  yield* touched === undefined ? samplePlays() : scenarioPlays();
  for (const suite of suites)
    for (const each of suite.constraints().cases)
      if (concerns(each, "server") && isTouched(each.operation.id))
        yield { id: each.id, run: () => playOnServer(suite, each, server) };
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
  return steps.flatMap((step) =>
    step.kind === "call" || step.kind === "list" ? [step.operation.id] : [],
  );
}
