import { randomUUID } from "node:crypto";
import { freshValues } from "../../cases/fresh-values.ts";
import { playOnServer } from "../../targets/server.ts";
import { playScenario } from "../../scenarios/play.ts";
import type { Case } from "../../cases/case.ts";
import type { Provider } from "../../provider.ts";
import type { Suite } from "../../suite.ts";
import type { Verdict } from "../../verdict.ts";
import { cutScenario } from "../../scenarios/scenario.ts";
import { keepsStates, type SharedStates } from "../../targets/state-setup.ts";
import {
  exchangesOfSample,
  exchangesOfScenario,
  plan,
  planDerived,
} from "../../cases/planned-case.ts";
import { stopWhenUnresponsive } from "../../targets/unresponsive.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { concurrencyFor } from "./concurrency.ts";
import { untilAlone } from "./one-run-at-a-time.ts";
import { Held, isChosen, type Plan, type PlanOptions } from "../plan.ts";
import { notImplementedOf } from "../not-implemented.ts";
import { requireAcceptedCredential, requireReachable, requireUnusedSeed } from "./preflight.ts";
import { unknownPaths } from "./unknown-paths.ts";
import { casesOfServer, type ServerCase } from "./cases.ts";

/**
 * Plans the cases of a server: scenarios, samples, derived messages, boundaries of requests, and cases of HTTP. It first plays
 * a few samples, to find a refused credential and operations that the server does not implement.
 *
 * @throws {UsageError} when the server does not answer, or refuses the credential
 * @example
 * await using plan = await planServer(suite, new URL("http://127.0.0.1:3000"), { provider });
 * const report = await playPlan(suite, "server", plan);
 */
export async function planServer(suite: Suite, url: URL, options: PlanOptions): Promise<Plan> {
  const {
    seed = String(Date.now()),
    stateless = false,
    provider: given = { states: {} },
  } = options;
  await requireReachable(url);
  const decided = options.choices === "none" ? { ...given, http: {} } : given;
  const provider = stateless ? omitProviderCredentials(given) : decided;
  const headers = options.headers ?? (await fetchCredentials(provider, url));
  const server = { url, headers, provider, open: provider.open };
  const cases = casesOfServer(suite, server, options);
  const { scenarios, samples, derived, boundaries, ofHttp, constraints, all } = cases;
  const shared: SharedStates = new Map();
  const playWith = async (
    serverCase: ServerCase,
    runSeed: string,
    states?: SharedStates,
  ): Promise<Verdict> => {
    // Each case has its own seed, so that its values do not depend on the cases before it.
    const fresh = freshValues(`${runSeed} ${serverCase.id}`);
    const asked = { ...server, fresh, ...(states && { shared: states }) };
    if (serverCase.kind === "scenario") return playScenario(serverCase, asked);
    const verdict = await playOnServer(suite, serverCase, asked);
    if (verdict.outcome === "passed" || states === undefined) return verdict;
    // With time, the states may have become others.
    shared.clear();
    return keepsStates(serverCase) ? playWith(serverCase, `${runSeed} alone`) : verdict;
  };
  const play = stopWhenUnresponsive((serverCase: ServerCase, attempt = 1) =>
    playWith(serverCase, attempt === 1 ? seed : `${seed} ${attempt}`, shared),
  );
  const hasStates = !stateless && Object.keys(provider.states).length > 0;
  await using held = new Held();
  if (hasStates) held.use(await untilAlone(url, options.log));
  const asked = [...samples, ...derived.cases].filter(isChosen(options));
  const { playOnce, responseMs } = playingOnce(play);
  // These come first, because a missing credential or a used seed makes every case fail.
  await requireAcceptedCredential(asked, headers, playOnce);
  if (!stateless)
    await requireUnusedSeed(asked, seed, playOnce, (item) => playWith(item, randomUUID()));
  const { concurrency, exclusive } = concurrencyFor(all, provider, {
    ...options,
    responseMs: responseMs(),
  });
  const wanted = new Set(all.filter(isChosen(options)).flatMap(caseOperations));
  const absences = await notImplementedOf(
    suite.contract,
    [...samples, ...derived.cases].filter(({ operation }) => wanted.has(operation.id)),
    playOnce,
    unknownPaths(url, headers),
    { concurrency, isExclusive: ({ id }) => exclusive.has(id), deadline: options.deadline },
  );
  const { operations } = suite.contract;
  const offered = {
    operation: (id: string) => (id in operations ? !absences.has(id) : undefined),
    providerState: (name: string) => name in provider.states,
  };
  const cut = scenarios.map((scenario) => cutScenario(scenario, offered));
  const released = held.move();
  return {
    absences,
    planned: [
      // Scenarios come first. They wait for callbacks, which are late if the server has many to send.
      ...plan(cut, play, exchangesOfScenario),
      ...plan(samples, playOnce, exchangesOfSample),
      ...planDerived(derived, "server", playOnce),
      ...plan(boundaries, play),
      ...plan(ofHttp, play),
    ],
    constraints,
    concurrency,
    exclusive,
    [Symbol.asyncDispose]: () => released[Symbol.asyncDispose](),
  };
}

/** Plays each sample only once, unless it is attempted again, and measures how long the last one took. */
function playingOnce(play: (sample: Case, attempt?: number) => Promise<Verdict>) {
  const verdicts = new Map<Case, Promise<Verdict>>();
  let responseMs: number | undefined;
  const playTimed = async (sample: Case) => {
    const start = performance.now();
    const verdict = await play(sample);
    responseMs = performance.now() - start;
    return verdict;
  };
  return {
    playOnce: (sample: Case, attempt = 1) => {
      if (attempt > 1) return play(sample, attempt);
      const verdict = verdicts.get(sample) ?? playTimed(sample);
      verdicts.set(sample, verdict);
      return verdict;
    },
    responseMs: () => responseMs,
  };
}

/** The operations that a case needs. */
function caseOperations(serverCase: ServerCase): string[] {
  return serverCase.kind === "scenario"
    ? exchangesOfScenario(serverCase).map(({ operation }) => operation)
    : [serverCase.operation.id];
}

/** Without `credentials` and `stamp`, because getting credentials changes the state of a server. */
function omitProviderCredentials({ sign, states }: Provider): Provider {
  return { states, ...(sign && { sign }) };
}

async function fetchCredentials(
  provider: Provider,
  url: URL,
): Promise<Readonly<Record<string, string>>> {
  return (
    (await provider.credentials?.(url).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new UsageError(`${reason} Give a credential with --header 'Name: value'.`);
    })) ?? {}
  );
}
