import {
  exchangesOfSample,
  isFair,
  plan,
  playOnReceiver,
  type Suite,
} from "@contract-toolkit/conformance";
import { concerning } from "./constraints.ts";
import type { ReplayOptions } from "./options.ts";
import type { Plan } from "./plan.ts";
import { loadProvider } from "./provider.ts";
import { requireReachable } from "./reachable.ts";

/** A receiver is played samples and, where changed messages can be made genuine, the boundaries of what it is sent. */
export async function planReceiver(
  suite: Suite,
  url: URL,
  { provider: file }: ReplayOptions,
): Promise<Plan> {
  await requireReachable(url);
  const provider = await loadProvider(file, suite.contract.name);
  const receiver = { url, provider };
  const constraints = concerning(suite, "receiver");
  const play = (each: Parameters<typeof playOnReceiver>[0]) => playOnReceiver(each, receiver);
  return {
    planned: [
      ...plan(suite.cases, play, exchangesOfSample),
      // A changed message is refused for its signature unless it can be signed anew.
      ...(provider.seal
        ? plan(
            constraints.cases.filter((each) => isFair(each, provider)),
            play,
          )
        : []),
    ],
    constraints,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
