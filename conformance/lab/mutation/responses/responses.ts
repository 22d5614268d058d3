import type { Case } from "../../../cases/case.ts";
import { playScenario, type ServerInScenario } from "../../../scenarios/play.ts";
import type { Scenario } from "../../../scenarios/scenario.ts";
import type { Suite } from "../../../suite.ts";
import { playOnServer } from "../../../targets/server.ts";
import { killedBy, readEquivalents, type MutantGroup, type Outcome } from "../mutant.ts";
import {
  startProxy,
  type Proxy,
  type WireResponse,
  type WireRequest,
} from "../wire-variations/proxy.ts";
import { responseMutants, sampledResponses, type ResponseChange } from "./response-mutants.ts";
import { responseVariations } from "./response-variations.ts";
import { instanceOf } from "./sampled-fields.ts";

/** The cases that judge responses, and their servers. */
export interface ResponseSuite {
  readonly suites: readonly Suite[];
  readonly scenarios: readonly Scenario[];
  /** A server without mutants. */
  readonly server: ServerInScenario;
  /** Another one for scenarios, so that they do not wait for callbacks that samples caused. */
  readonly scenarioServer: ServerInScenario;
  readonly playCase?: typeof playOnServer;
  readonly playScenario?: typeof playScenario;
}

/** Mutants in responses. A proxy between the suite and a server without mutants injects them. */
export async function openResponses(by: ResponseSuite): Promise<MutantGroup> {
  const equivalents = await readEquivalents("responses-survivors");
  return { name: "responses", aim: 0.95, equivalents, ...(await open(by, responseMutants)) };
}

/**
 * Responses with other values that the contract leaves to the server. No scenarios are played: they relate responses to each
 * other, and a proxy that changes an id in one response breaks that.
 */
export async function openResponseVariations(by: ResponseSuite): Promise<MutantGroup> {
  return {
    name: "response-variations",
    ...(await open({ ...by, scenarios: [] }, responseVariations)),
  };
}

async function open(
  by: ResponseSuite,
  changesOf: typeof responseMutants,
): Promise<Omit<MutantGroup, "name">> {
  const proxy = await startProxy(by.server.url);
  const changes = by.suites.flatMap(sampledResponses).flatMap(changesOf);
  return {
    mutants: changes.map((change) => ({ ...change, attempt: () => attempt(proxy, by, change) })),
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

async function attempt(proxy: Proxy, by: ResponseSuite, change: ResponseChange): Promise<Outcome> {
  const { suite, operation, status } = change;
  const damaged: WireResponse[] = [];
  proxy.onResponse = (asked, response) => {
    if (operationAt(by.suites, asked) !== operation.id || response.status !== status)
      return response;
    const changed = change.change(response);
    if (changed) damaged.push(changed);
    return changed ?? response;
  };
  const passed = (upstream: ServerInScenario) => {
    proxy.upstream = upstream.url;
    return throughProxy(upstream, proxy.url);
  };
  const { server, scenarioServer } = by;
  const play = by.playScenario ?? playScenario;
  for (const played of [...casesOf(change), ...scenariosOf(by, change)]) {
    damaged.length = 0;
    const isScenario = played.kind === "scenario";
    const verdict = isScenario
      ? await play(played, passed(scenarioServer))
      : await (by.playCase ?? playOnServer)(suite, played, passed(server));
    if (verdict.outcome !== "failed" || damaged.length === 0) continue;
    // A scenario may also fail because the machine is busy.
    if (isScenario && (await play(played, scenarioServer)).outcome !== "passed") continue;
    return killedBy(verdict);
  }
  return { outcome: "survived" };
}

/** The id of the operation of a request. Paths with fewer parameters are preferred. */
function operationAt(
  suites: readonly Suite[],
  { method, target }: WireRequest,
): string | undefined {
  const path = target.replace(/\?.*$/, "");
  const parameters = /\{[^}]*\}/g;
  return suites
    .flatMap(({ contract }) => Object.values(contract.operations))
    .filter((operation) => operation.method === method)
    .filter((operation) =>
      new RegExp(`^${operation.path.replaceAll(parameters, "[^/]*")}$`).test(path),
    )
    .toSorted((left, right) => left.path.split("{").length - right.path.split("{").length)[0]?.id;
}

/** Provider states bypass the proxy, because the setup is not under test. */
function throughProxy(server: ServerInScenario, url: URL): ServerInScenario {
  const { states, ...provider } = server.provider;
  const direct = Object.entries(states).map(([name, setUp]): [string, typeof setUp] => [
    name,
    (values, context) => setUp(values, { ...context, server: server.url }),
  ]);
  return { ...server, url, provider: { ...provider, states: Object.fromEntries(direct) } };
}

/** The samples of the response. Those with the place and with few provider states come first. */
function casesOf({ suite, operation, status, place }: ResponseChange): Case[] {
  const misses = ({ response }: Case) =>
    Number(instanceOf(place ?? "", response.body) === undefined);
  return suite.cases
    .filter(
      (testCase) => testCase.operation.id === operation.id && testCase.response.status === status,
    )
    .toSorted(
      (left, right) =>
        misses(left) - misses(right) || left.providerStates.length - right.providerStates.length,
    );
}

function scenariosOf(
  { scenarios }: ResponseSuite,
  { operation, status }: ResponseChange,
): readonly Scenario[] {
  return scenarios.filter(({ steps }) =>
    steps.some(
      (step) =>
        step.kind === "call" && step.operation.id === operation.id && step.status === status,
    ),
  );
}
