import {
  exchangesOfSample,
  exchangesOfScenario,
  freshValues,
  plan,
  playOnServer,
  playScenario,
  untilSilent,
  type Case,
  type ConstraintCase,
  type Scenario,
  type Suite,
} from "@contract-toolkit/conformance";
import { concerning } from "./constraints.ts";
import type { ReplayOptions } from "./options.ts";
import type { Plan } from "./planned.ts";
import { loadProvider } from "./provider.ts";
import { requireReachable } from "./reachable.ts";
import { loadScenarios } from "./scenarios.ts";

/** A server is played samples, the boundaries of what it may be sent, and scenarios; a further source is a further line. */
export async function planServer(
  suite: Suite,
  url: URL,
  { folder, provider: file, headers, seed }: ReplayOptions,
): Promise<Plan> {
  await requireReachable(url);
  const provider = await loadProvider(file, suite.contract.name);
  const credentials = Object.keys(headers).length > 0 ? headers : await provider.credentials?.(url);
  const server = {
    url,
    headers: credentials ?? {},
    provider,
    fresh: freshValues(seed),
    open: provider.open,
  };
  const constraints = concerning(suite, "server");
  const scenarios = await loadScenarios(folder, suite, provider);
  const play = untilSilent("server", (each: Case | ConstraintCase | Scenario) =>
    each.kind === "scenario" ? playScenario(each, server) : playOnServer(suite, each, server),
  );
  return {
    planned: [
      // First: they wait for callbacks, which come late once a server has many to send.
      ...plan(scenarios, play, exchangesOfScenario),
      ...plan(suite.cases, play, exchangesOfSample),
      ...plan(constraints.cases, play),
    ],
    constraints,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
