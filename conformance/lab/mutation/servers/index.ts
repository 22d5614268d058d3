import { playOnServer } from "../../../targets/server.ts";
import { playScenario, type ServerInScenario } from "../../../scenarios/play.ts";
import { startRecorder, type Recorder } from "../../../targets/client/recorder/recorder.ts";
import { startProxy, writeMeasured, type Proxy } from "../answers/proxy.ts";
import type { AnswerSuite } from "../answers/answers.ts";
import { choose } from "../choose.ts";
import type { Mutant, MutantGroup } from "../mutant.ts";
import { firstBlamed, resultOf } from "../mutant-result.ts";
import type { Thoroughness } from "../thoroughness.ts";
import { headings, writings } from "./answers.ts";
import { framings } from "./framings.ts";
import { messages } from "./messages.ts";
import type { ServerVariation } from "./server-variation.ts";

/** What any server may do otherwise. */
const general: readonly ServerVariation[] = [...headings, ...framings, ...writings, ...messages];

/**
 * A healthy server that does everything otherwise that it may do otherwise, in one respect at a time.
 *
 * @param own what its interface leaves open, beside what HTTP does
 */
export async function openServerVariations(
  by: AnswerSuite,
  own: readonly ServerVariation[],
  { cases = Infinity, seed = "" }: Thoroughness = {},
): Promise<MutantGroup> {
  const proxy = await startProxy(by.scenarioServer.url);
  const inner = await startRecorder();
  const outer = await startProxy(inner.url);
  const server = { ...by.scenarioServer, url: proxy.url, recorder: passingOn(inner, outer) };
  const samples = by.suites.flatMap((suite) =>
    suite.cases.map((played) => ({
      id: played.id,
      play: () => playOnServer(suite, played, server),
    })),
  );
  const boundaries = by.suites.flatMap((suite) =>
    suite
      .constraints()
      .cases.filter(({ constraint }) => constraint.direction === "request")
      .map((played) => ({ id: played.id, play: () => playOnServer(suite, played, server) })),
  );
  const scenarios = by.scenarios.map((played) => ({
    id: played.id,
    sends: played.steps.some(({ kind }) => kind === "receive"),
    play: () => playScenario(played, server),
  }));
  const variations = [...general, ...own];
  const most = Math.min(cases, MOST_BOUNDARIES);
  return {
    name: "server-variations",
    aim: 0,
    isLegitimate: true,
    mutants: variations.map(mutantOf),
    attempt: async (mutant) => {
      const variation = variations.find(({ name }) => name === mutant.id);
      if (!variation) throw new RangeError(`There is no variation ${mutant.id}.`);
      vary(proxy, outer, variation);
      const isOfMessages = variation.message !== undefined || variation.deliver !== undefined;
      const chosen = [
        ...choose(
          scenarios.filter(({ sends }) => sends || !isOfMessages),
          cases,
          seed,
        ),
        ...(isOfMessages
          ? []
          : [...choose(samples, cases, seed), ...choose(boundaries, most, `${seed}${mutant.id}`)]),
      ];
      return resultOf(mutant, await firstBlamed(chosen.map(({ play }) => play)));
    },
    async [Symbol.asyncDispose]() {
      for (const each of [proxy, outer, inner]) await each[Symbol.asyncDispose]();
    },
  };
}

/** They are alike in what a variation changes; there are hundreds. */
const MOST_BOUNDARIES = 60;

function mutantOf({ name }: ServerVariation): Mutant {
  return { id: name, operator: name, description: name };
}

function vary(proxy: Proxy, outer: Proxy, variation: ServerVariation): void {
  const { answer, write, message, deliver } = variation;
  proxy.onAnswer = (asked, found) => answer?.(found, asked) ?? found;
  proxy.write = write ?? writeMeasured;
  outer.onRequest = message ?? ((found) => found);
  outer.forward = deliver ?? ((send) => send());
}

/** A recorder that is reached through a proxy. */
function passingOn(inner: Recorder, outer: Proxy): NonNullable<ServerInScenario["recorder"]> {
  return {
    url: outer.url,
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
