import type { Case, CaseHead } from "../../../case.ts";
import { playScenario, type ServerInScenario } from "../../../scenarios/play.ts";
import type { Scenario } from "../../../scenarios/scenario.ts";
import { judgeAnswer } from "../../../targets/answer.ts";
import { playOnServer } from "../../../targets/server.ts";
import type { Suite } from "../../../suite.ts";
import { describeFinding, type Verdict } from "../../../verdict.ts";
import type { KilledBy, MutantGroup, MutantResult } from "../mutant.ts";
import { instanceOf } from "../sampled-fields.ts";
import { answerFaults, sampledAnswers, type AnswerMutant } from "./answer-faults.ts";
import { answerVariations } from "./answer-variations.ts";
import { operationAt } from "./operation-at.ts";
import { startProxy, type Proxy, type WireAnswer } from "./proxy.ts";

/** What answers are judged by. */
export interface AnswerSuite {
  readonly suites: readonly Suite[];
  readonly scenarios: readonly Scenario[];
  /** A server that keeps the contracts. */
  readonly server: ServerInScenario;
  /** Another one for scenarios, so that what samples have left it to send does not hold up what scenarios wait for. */
  readonly scenarioServer: ServerInScenario;
  readonly playCase?: typeof playOnServer;
  readonly playScenario?: typeof playScenario;
}

/** Faults in what a server answers, each injected on the wire between the suite and a healthy server. */
export async function openAnswers(by: AnswerSuite): Promise<MutantGroup> {
  const proxy = await startProxy(by.server.url);
  return {
    name: "answers",
    aim: 0.95,
    mutants: mutantsOf(by.suites, answerFaults),
    attempt: (mutant) => attempt(proxy, by, mutant as AnswerMutant, scenariosOf),
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

/** Answers that say the same in another way, or another thing that the contract leaves to the server. */
export async function openAnswerVariations(by: AnswerSuite): Promise<MutantGroup> {
  const proxy = await startProxy(by.server.url);
  return {
    name: "answer-variations",
    aim: 0,
    isLegitimate: true,
    mutants: mutantsOf(by.suites, answerVariations),
    // Scenarios hold answers against each other, and a proxy that changes ids in one of them breaks what they relate.
    attempt: (mutant) => attempt(proxy, by, mutant as AnswerMutant, () => []),
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

function mutantsOf(suites: readonly Suite[], faultsOf: typeof answerFaults): AnswerMutant[] {
  return suites.flatMap(sampledAnswers).flatMap(faultsOf);
}

async function attempt(
  proxy: Proxy,
  by: AnswerSuite,
  mutant: AnswerMutant,
  furtherOf: typeof scenariosOf,
): Promise<MutantResult> {
  let damaged: WireAnswer | undefined;
  proxy.onAnswer = ({ method, target }, answer) => {
    const operation = operationAt(by.suites, method, target);
    if (operation !== mutant.operation.id || answer.status !== mutant.status) return answer;
    const changed = mutant.change(answer);
    damaged = changed ?? damaged;
    return changed ?? answer;
  };
  const passed = (upstream: ServerInScenario) => {
    proxy.upstream = upstream.url;
    return throughProxy(upstream, proxy.url);
  };
  const playOne = async (played: Case | Scenario): Promise<Verdict> => {
    damaged = undefined;
    return played.kind === "scenario"
      ? (by.playScenario ?? playScenario)(played, passed(by.scenarioServer))
      : (by.playCase ?? playOnServer)(mutant.suite, played, passed(by.server));
  };
  for (const played of [...casesOf(mutant), ...furtherOf(by, mutant)]) {
    const verdict = await playOne(played);
    const noticed = damaged;
    if (verdict.outcome !== "failed" || !noticed) continue;
    if (played.kind === "scenario" && !(await hasPassed(by, played))) continue;
    return killed(mutant, verdict, noticed);
  }
  return { mutant, outcome: "survived" };
}

/** A scenario waits for messages and for what is due; one that fails because the machine is busy has noticed nothing. */
async function hasPassed(by: AnswerSuite, scenario: Scenario): Promise<boolean> {
  const play = by.playScenario ?? playScenario;
  return (await play(scenario, by.scenarioServer)).outcome === "passed";
}

/** Provider states go past the proxy: what sets a case up is not under test. */
function throughProxy(server: ServerInScenario, url: URL): ServerInScenario {
  const { states, ...provider } = server.provider;
  const direct = Object.entries(states).map(([name, setUp]): [string, typeof setUp] => [
    name,
    (values, context) => setUp(values, { ...context, server: server.url }),
  ]);
  return {
    ...server,
    url,
    provider: { ...provider, states: Object.fromEntries(direct) },
  };
}

/** The samples of the mutant's answer; those that have the place and need the least come first. */
function casesOf({ suite, operation, status, place }: AnswerMutant): Case[] {
  const misses = ({ response }: Case) =>
    Number(instanceOf(place ?? "", response.body) === undefined);
  return suite.cases
    .filter((each) => each.operation.id === operation.id && each.response.status === status)
    .toSorted(
      (one, other) =>
        misses(one) - misses(other) || one.providerStates.length - other.providerStates.length,
    );
}

function scenariosOf(
  { scenarios }: AnswerSuite,
  { operation, status }: AnswerMutant,
): readonly Scenario[] {
  return scenarios.filter(({ steps }) =>
    steps.some(
      (step) =>
        step.kind === "call" && step.operation.id === operation.id && step.status === status,
    ),
  );
}

function killed(
  mutant: AnswerMutant,
  { case: played, findings }: Verdict,
  answer: WireAnswer,
): MutantResult {
  const [finding = { message: "" }] = findings;
  return {
    mutant,
    outcome: "killed",
    by: breaksSchema(mutant, answer) ? "schema" : byKind[played.kind],
    caseId: played.id,
    finding: describeFinding(finding),
  };
}

const byKind: Readonly<Record<CaseHead["kind"], KilledBy>> = {
  sample: "sample",
  derived: "schema",
  constraint: "schema",
  http: "semantics",
  callback: "semantics",
  scenario: "semantics",
};

/** Whether the contract alone, without a sample, forbids the answer. Another documented status is only not the sample's. */
function breaksSchema({ suite, operation, status }: AnswerMutant, answer: WireAnswer): boolean {
  if (answer.status !== status) return operation.responses[answer.status] === undefined;
  const { findings } = judgeAnswer(suite, operation, {
    status: answer.status,
    headers: new Headers(answer.headers.map(([name, value]): [string, string] => [name, value])),
    text: answer.body,
    isUtf8: true,
  });
  return findings.length > 0;
}
