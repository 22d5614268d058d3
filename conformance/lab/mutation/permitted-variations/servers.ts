import { playScenario, type ServerInScenario } from "../../../scenarios/play.ts";
import { startRecorder, type Recorder } from "../../../targets/client/recorder/recorder.ts";
import { playOnServer } from "../../../targets/server.ts";
import type { AnswerSuite } from "../answers/answers.ts";
import { choose } from "../measure.ts";
import type { MutantGroup } from "../mutant.ts";
import { headings, writings } from "./answers.ts";
import { framings } from "./framings.ts";
import { messages } from "./messages.ts";
import { startProxy, vary } from "./proxy.ts";
import { variationMutants, type Thoroughness, type Variations } from "./variation.ts";

/** Boundaries are alike in what a variation changes; there are hundreds. */
const MOST_BOUNDARIES = 60;

/**
 * A healthy server that does everything otherwise that it may do otherwise, in one respect at a time.
 *
 * @param own what its interface leaves open, beside what HTTP does
 */
export async function openServerVariations(
  by: AnswerSuite,
  own: Variations,
  { cases = Infinity, seed = "" }: Thoroughness = {},
): Promise<MutantGroup> {
  const proxy = await startProxy(by.scenarioServer.url);
  const inner = await startRecorder();
  const outer = await startProxy(inner.url);
  const server = { ...by.scenarioServer, url: proxy.url, recorder: passingOn(inner, outer.url) };
  const samples = by.suites.flatMap((suite) =>
    suite.cases.map((each) => ({ id: each.id, run: () => playOnServer(suite, each, server) })),
  );
  const boundaries = by.suites.flatMap((suite) =>
    suite
      .constraints()
      .cases.filter(({ constraint }) => constraint.direction === "request")
      .map((each) => ({ id: each.id, run: () => playOnServer(suite, each, server) })),
  );
  const scenarios = by.scenarios.map((each) => ({
    id: each.id,
    sends: each.steps.some(({ kind }) => kind === "receive"),
    run: () => playScenario(each, server),
  }));
  const sending = scenarios.filter(({ sends }) => sends);
  const most = Math.min(cases, MOST_BOUNDARIES);
  return {
    name: "server-variations",
    mutants: [
      ...variationMutants({ ...headings, ...framings, ...writings, ...own }, (hooks, name) => {
        vary(proxy, hooks);
        vary(outer, {});
        return [
          ...choose(scenarios, cases, seed),
          ...choose(samples, cases, seed),
          ...choose(boundaries, most, `${seed}${name}`),
        ];
      }),
      ...variationMutants(messages, (hooks) => {
        vary(proxy, {});
        vary(outer, hooks);
        return choose(sending, cases, seed);
      }),
    ],
    async [Symbol.asyncDispose]() {
      for (const each of [proxy, outer, inner]) await each[Symbol.asyncDispose]();
    },
  };
}

/** A recorder that is reached at another address. */
function passingOn(inner: Recorder, url: URL): NonNullable<ServerInScenario["recorder"]> {
  return {
    url,
    requests: inner.requests,
    get answer() {
      return inner.answer;
    },
    set answer(told) {
      inner.answer = told;
    },
    get answerTo() {
      return inner.answerTo;
    },
    set answerTo(told) {
      inner.answerTo = told;
    },
  };
}
