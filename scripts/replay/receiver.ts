import {
  callbackCases,
  exchangesOfSample,
  isFair,
  plan,
  playOnReceiver,
  type Suite,
} from "@contract-toolkit/conformance";
import { requireAcceptedMessage } from "./accepted-message.ts";
import { isChosen } from "./filter.ts";
import { concerning } from "./constraints.ts";
import type { ReplayOptions } from "./options.ts";
import type { Plan } from "./plan.ts";
import { loadProvider } from "./provider.ts";
import { requireReachable } from "./server/reachable.ts";

/** A receiver is played samples and, where changed messages can be made genuine, the boundaries of what it is sent and bent signatures. */
export async function planReceiver(suite: Suite, url: URL, options: ReplayOptions): Promise<Plan> {
  await requireReachable(url);
  const provider = await loadProvider(options.provider, suite.contract.name);
  const receiver = { url, provider };
  const constraints = concerning(suite, "receiver");
  const play = (each: Parameters<typeof playOnReceiver>[0]) => playOnReceiver(each, receiver);
  const played = await requireAcceptedMessage(suite.cases.filter(isChosen(options)), play);
  const playOnce = (each: Parameters<typeof play>[0]) => {
    const verdict = played.get(each.id);
    return verdict ? Promise.resolve(verdict) : play(each);
  };
  return {
    planned: [
      ...plan(suite.cases, playOnce, exchangesOfSample),
      // A changed message is refused for its signature unless it can be signed anew.
      ...(provider.seal
        ? plan(
            constraints.cases.filter((each) => isFair(each, provider)),
            play,
          )
        : []),
      ...plan(callbackCases(suite, provider), play),
    ],
    constraints,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
