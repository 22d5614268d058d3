import {
  callbackCases,
  playOnReceiver,
  playOnServer,
  playScenario,
  type Provider,
  type Suite,
} from "../../../../conformance/index.ts";
import type { ServerInScenario } from "../../../../conformance/scenarios/play.ts";
import type { Scenario } from "../../../../conformance/scenarios/scenario.ts";
import { startRecorder } from "../../../../conformance/targets/recording-server/recorder.ts";
import { startShop } from "../../fixtures/receivers/shop.ts";
import { choose } from "../measure.ts";
import { plays, type MutantGroup, type Thoroughness } from "../mutant.ts";
import { framings, headings, writings } from "./responses.ts";
import { acknowledgements, messages } from "./messages.ts";
import { startProxy, vary } from "./proxy.ts";
import { variationMutants, type Variations } from "./variation.ts";

/** A server without mutants, and what judges it. */
export interface HealthyServer {
  readonly suites: readonly Suite[];
  readonly scenarios: readonly Scenario[];
  readonly server: ServerInScenario;
}

/** There are hundreds of boundary cases, and variations affect all of them in the same way. */
const MOST_BOUNDARIES = 60;

/**
 * A server without mutants behind a proxy that makes one permitted difference at a time.
 *
 * @param own differences that its interface permits, besides those of HTTP
 */
export async function openServerVariations(
  by: HealthyServer,
  own: Variations,
  { cases = Infinity, seed = "" }: Thoroughness = {},
): Promise<MutantGroup> {
  await using opened = new AsyncDisposableStack();
  const proxy = opened.use(await startProxy(by.server.url));
  const inner = opened.use(await startRecorder());
  const outer = opened.use(await startProxy(inner.url));
  // The server reaches the recorder through a proxy.
  const recorder = new Proxy<NonNullable<ServerInScenario["recorder"]>>(inner, {
    get: (target, key): unknown => (key === "url" ? outer.url : Reflect.get(target, key)),
  });
  const server = { ...by.server, url: proxy.url, recorder };
  const samples = by.suites.flatMap((suite) =>
    plays(suite.cases, (testCase) => playOnServer(suite, testCase, server)),
  );
  const boundaries = by.suites.flatMap((suite) =>
    plays(
      suite.constraints().cases.filter(({ constraint }) => constraint.direction === "request"),
      (testCase) => playOnServer(suite, testCase, server),
    ),
  );
  const scenarios = plays(by.scenarios, (scenario) => playScenario(scenario, server));
  const sending = plays(
    by.scenarios.filter(({ steps }) => steps.some(({ kind }) => kind === "receive")),
    (scenario) => playScenario(scenario, server),
  );
  const stopped = opened.move();
  return {
    name: "server-variations",
    mutants: [
      ...variationMutants({ ...headings, ...framings, ...writings, ...own }, (hooks, name) => {
        vary(proxy, hooks);
        vary(outer, {});
        return [
          ...choose(scenarios, cases, seed),
          ...choose(samples, cases, seed),
          ...choose(boundaries, Math.min(cases, MOST_BOUNDARIES), `${seed}${name}`),
        ];
      }),
      ...variationMutants(messages, (hooks) => {
        vary(proxy, {});
        vary(outer, hooks);
        return choose(sending, cases, seed);
      }),
    ],
    [Symbol.asyncDispose]: () => stopped.disposeAsync(),
  };
}

/** A receiver without mutants behind a proxy that makes one permitted difference at a time. */
export async function openReceiverVariations(
  suite: Suite,
  provider: Provider,
  secret: string,
  { cases = Infinity, seed = "" }: Thoroughness = {},
): Promise<MutantGroup> {
  await using opened = new AsyncDisposableStack();
  const receiver = opened.use(await startShop(secret));
  const proxy = opened.use(await startProxy(receiver.url));
  const tested = { url: proxy.url, provider, laterMs: 0 };
  const played = plays([...suite.cases, ...callbackCases(suite, provider)], (testCase) =>
    playOnReceiver(testCase, tested),
  );
  const stopped = opened.move();
  return {
    name: "receiver-variations",
    mutants: variationMutants({ ...acknowledgements, ...framings }, (hooks, name) => {
      vary(proxy, hooks);
      return choose(played, cases, `${seed}${name}`);
    }),
    [Symbol.asyncDispose]: () => stopped.disposeAsync(),
  };
}
