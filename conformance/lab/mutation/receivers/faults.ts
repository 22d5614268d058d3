import { receiverFaults } from "../../fixtures/faults/receiver/index.ts";
import { startFaultyReceiver, type FaultyReceiver } from "../../fixtures/faults/receiver/start.ts";
import type { ReceiverUnderTest } from "../../../targets/receiver/send-to-receiver.ts";
import { callbackCases } from "../../../callbacks/index.ts";
import { askActed } from "../../../targets/receiver/ask-acted.ts";
import { concerns } from "../../../boundaries/index.ts";
import { isFair } from "../../../targets/receiver/play-receiver-boundary.ts";
import { playOnReceiver } from "../../../targets/receiver/receiver.ts";
import type { Provider } from "../../../provider.ts";
import type { Suite } from "../../../suite.ts";
import type { Verdict } from "../../../verdict.ts";
import type { CodeFault } from "../code-fault.ts";
import { codeFaultGroup } from "../code-fault-group.ts";
import type { MutantGroup } from "../mutant.ts";
import { firstFailed } from "../mutant-result.ts";

/** Faults in the code of a receiver, each noticed by the samples and the boundaries of what it is sent. */
export function openReceiverMutants(suite: Suite, provider: Provider): Promise<MutantGroup> {
  const noticed = async ({ edits }: Pick<CodeFault, "edits">) => {
    await using faulty = await startFaultyReceiver(secretOf(suite), edits);
    return await firstFailed(receiverPlays(suite, asking(faulty, provider)));
  };
  return Promise.resolve(codeFaultGroup("receivers", receiverFaults, noticed));
}

/** A receiver that is asked what it did, if it tells that. */
export function asking({ url, tells }: FaultyReceiver, provider: Provider): ReceiverUnderTest {
  const acted = (id: string) => askActed(new URL("acted", url), id);
  return { url, provider: tells ? { ...provider, acted } : provider, laterMs: LATER_MS };
}

/** Longer than what a fault remembers. */
const LATER_MS = 1500;

/** Everything that a receiver is certified with. */
export function* receiverPlays(
  suite: Suite,
  receiver: ReceiverUnderTest,
): Iterable<() => Promise<Verdict>> {
  for (const each of suite.cases) yield () => playOnReceiver(each, receiver);
  for (const each of callbackCases(suite, receiver.provider ?? {}))
    yield () => playOnReceiver(each, receiver);
  for (const each of suite.constraints().cases)
    if (concerns(each, "receiver") && isFair(each, receiver.provider ?? {}))
      yield () => playOnReceiver(each, receiver);
}

/** What the samples are signed with. */
export function secretOf({ cases: [sample] }: Suite): string {
  return String(sample?.providerStates.find(({ name }) => name === "secret")?.values["secret"]);
}
