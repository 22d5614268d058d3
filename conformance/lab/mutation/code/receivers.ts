import { concerns } from "../../../boundaries/constraint-case.ts";
import { callbackCases } from "../../../callbacks/derive.ts";
import type { Provider } from "../../../provider.ts";
import type { Suite } from "../../../suite.ts";
import { askActed } from "../../../targets/receiver/acted.ts";
import { isFair } from "../../../targets/receiver/play-receiver-boundary.ts";
import { playOnReceiver } from "../../../targets/receiver/receiver.ts";
import type { ReceiverUnderTest } from "../../../targets/receiver/send-to-receiver.ts";
import { receiverFolders, startReceiver } from "../../fixtures/faults/receiver.ts";
import type { CodeGroup, Play } from "./code-group.ts";
import { readFaults } from "./faults.ts";

/** Faults in the code of a receiver, each noticed by the samples and the boundaries of what it is sent. */
export async function openReceivers(suite: Suite, provider: Provider): Promise<CodeGroup> {
  const [sample] = suite.cases;
  const signed = sample?.providerStates.find(({ name }) => name === "secret");
  return {
    name: "receivers",
    folders: receiverFolders,
    ...(await readFaults("receivers")),
    async start(edits) {
      const faulty = await startReceiver(String(signed?.values["secret"]), edits);
      const { url, tells } = faulty;
      // A receiver is asked what it did, if it tells that.
      const acted = (id: string) => askActed(new URL("acted", url), id);
      const asked = tells ? { ...provider, acted } : provider;
      return {
        ...faulty,
        plays: () => playsOf(suite, { url, provider: asked, laterMs: LATER_MS }),
      };
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Longer than what a fault remembers. */
const LATER_MS = 1500;

/** Everything that a receiver is certified with. */
function* playsOf(suite: Suite, receiver: ReceiverUnderTest): Iterable<Play> {
  const { provider = {} } = receiver;
  const constraints = suite.constraints().cases;
  const fair = constraints.filter((each) => concerns(each, "receiver") && isFair(each, provider));
  for (const each of [...suite.cases, ...callbackCases(suite, provider), ...fair])
    yield { id: each.id, run: () => playOnReceiver(each, receiver) };
}
