import { callbackCases, playOnReceiver, type Suite } from "@contract-toolkit/conformance";
import { exchangesOfSample, isFair, plan } from "@contract-toolkit/conformance/internal";
import { requireAcceptedMessage } from "./accepted-message.ts";
import { concerning } from "./constraints.ts";
import type { ReplayOptions } from "./options.ts";
import { isChosen, type Plan } from "./plan.ts";
import { mostAtATime } from "./server/concurrency.ts";
import { loadProvider } from "./provider.ts";
import { requireReachable } from "./server/preflight.ts";

/** A receiver is played samples and, where changed messages can be made genuine, the boundaries of what it is sent and bent signatures. */
export async function planReceiver(suite: Suite, url: URL, options: ReplayOptions): Promise<Plan> {
  await requireReachable(url);
  const provider = await loadProvider(options.provider, suite.contract.name);
  const receiver = { url, provider };
  const constraints = concerning(suite, "receiver");
  const play = (each: Parameters<typeof playOnReceiver>[0]) => playOnReceiver(each, receiver);
  await requireAcceptedMessage(suite.cases.filter(isChosen(options)), play);
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
      ...plan(callbackCases(suite, provider), play),
    ],
    constraints,
    // Each case has messages of its own, which a receiver tells apart by their ids.
    concurrency: options.concurrency ?? mostAtATime,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
