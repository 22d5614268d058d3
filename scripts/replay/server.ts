import { randomUUID } from "node:crypto";
import {
  exchangesOfSample,
  exchangesOfScenario,
  freshValues,
  httpCases,
  plan,
  planDerived,
  playHttp,
  playOnServer,
  playScenario,
  untilSilent,
  type Case,
  type ConstraintCase,
  type HttpCase,
  type Provider,
  type Scenario,
  type Suite,
  type Verdict,
} from "@contract-toolkit/conformance";
import { UsageError } from "../usage-error.ts";
import { requireAcceptedCredential } from "./accepted-credential.ts";
import { untilAlone } from "./one-run-at-a-time.ts";
import { isChosen } from "./filter.ts";
import { concerning } from "./constraints.ts";
import type { ReplayOptions } from "./options.ts";
import type { Plan } from "./plan.ts";
import { loadProvider } from "./provider.ts";
import { requireReachable } from "./reachable.ts";
import { loadScenarios } from "./scenarios.ts";
import { requireUnusedSeed } from "./unused-seed.ts";

/** A server is played samples, the boundaries of what it may be sent, and scenarios; a further source is a further line. */
export async function planServer(
  suite: Suite,
  url: URL,
  { folder, provider: file, headers, seed, filter, stateless }: ReplayOptions,
): Promise<Plan> {
  await requireReachable(url);
  const loaded = await loadProvider(file, suite.contract.name);
  const provider = stateless ? withoutCredentials(loaded) : loaded;
  const credentials =
    Object.keys(headers).length > 0 ? headers : await credentialsOf(provider, url);
  const server = {
    url,
    headers: credentials,
    provider,
    fresh: freshValues(seed),
    open: provider.open,
  };
  const constraints = concerning(suite, "server");
  const boundaries = stateless ? constraints.cases.map(withoutStates) : constraints.cases;
  // What depends on what was before, a server without state cannot answer.
  const scenarios = stateless ? [] : await loadScenarios(folder, suite, provider);
  const cases = stateless ? suite.cases.map(namingItself) : suite.cases;
  // A mock has nothing that its answers would follow from.
  const ofHttp = stateless ? [] : httpCases(suite, provider, credentials);
  const play = untilSilent("server", (each: Case | ConstraintCase | HttpCase | Scenario) => {
    if (each.kind === "scenario") return playScenario(each, server);
    return each.kind === "http" ? playHttp(suite, each, server) : playOnServer(suite, each, server);
  });
  const derived = suite.derived("server");
  const samples = [...cases, ...derived.cases].filter(isChosen(filter));
  const hasStates = !stateless && Object.keys(provider.states).length > 0;
  const alone = hasStates
    ? await untilAlone(url, (line) => process.stderr.write(`${line}\n`))
    : undefined;
  const played = await playAhead().catch(async (error: unknown) => {
    await alone?.[Symbol.asyncDispose]();
    throw error;
  });
  const playOnce = (each: Case) => {
    const verdict = played.get(each.id);
    return verdict ? Promise.resolve(verdict) : play(each);
  };
  return {
    planned: [
      // First: they wait for callbacks, which come late once a server has many to send.
      ...plan(scenarios, play, exchangesOfScenario),
      ...plan(cases, playOnce, exchangesOfSample),
      ...planDerived(derived, "server", playOnce),
      ...plan(boundaries, play),
      ...plan(ofHttp, play),
    ],
    constraints,
    [Symbol.asyncDispose]: async () => alone?.[Symbol.asyncDispose](),
  };

  /** What shows before the run that no case would tell anything. */
  async function playAhead(): Promise<ReadonlyMap<string, Verdict>> {
    const accepted = await requireAcceptedCredential(samples, credentials, play);
    if (stateless) return accepted;
    const anew = { ...server, fresh: freshValues(randomUUID()) };
    const playOnce = (each: Case) => {
      const verdict = accepted.get(each.id);
      return verdict ? Promise.resolve(verdict) : play(each);
    };
    const unused = await requireUnusedSeed(samples, seed, playOnce, (each) =>
      playOnServer(suite, each, anew),
    );
    return new Map([...accepted, ...unused]);
  }
}

/** A sample that asks for its answer by name, as mocks understand it, in place of the state that leads there. */
function namingItself(sample: Case): Case {
  const { id, request } = sample;
  const preference = { Prefer: `example=${id.slice(id.indexOf("/") + 1)}` };
  const headers = { ...request.headers, ...preference };
  return { ...sample, providerStates: [], request: { ...request, headers } };
}

/** Getting credentials changes the state of a server. */
function withoutCredentials({ seal, states }: Provider): Provider {
  return { states, ...(seal && { seal }) };
}

function withoutStates(each: ConstraintCase): ConstraintCase {
  return { ...each, base: { ...each.base, providerStates: [] } };
}

async function credentialsOf(
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
