import {
  exchangesOfSample,
  plan,
  playEdgeOnReceiver,
  playOnReceiver,
  type Suite,
} from "../../conformance/index.ts";
import { concerning } from "./constraints.ts";
import type { ReplayOptions } from "./options.ts";
import type { Plan } from "./plan.ts";
import { loadProvider } from "./provider.ts";
import { demandReachable } from "./reachable.ts";

/** A receiver is played samples and, where changed messages can be made genuine, the edges of what it is sent. */
export async function planReceiver(
  suite: Suite,
  url: URL,
  { given }: ReplayOptions,
): Promise<Plan> {
  await demandReachable(url);
  const provider = await loadProvider(given, suite.contract.name);
  const constraints = concerning(
    suite,
    ({ constraint }) =>
      constraint.direction === "request" && provider.seal !== undefined,
  );
  return {
    planned: [
      ...plan(
        suite.cases,
        (each) => playOnReceiver(each, { url, provider }),
        exchangesOfSample,
      ),
      ...plan(constraints.cases, (each) =>
        playEdgeOnReceiver(each, { url }, provider),
      ),
    ],
    constraints,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
