import {
  callbackCases,
  playOnReceiver,
  type CallbackCase,
  type Case,
  type Suite,
  type Verdict,
} from "@contract-toolkit/conformance";
import {
  exchangesOfSample,
  genuineMessage,
  genuineMessageAt,
  isIndependentOfClock,
  plan,
} from "@contract-toolkit/conformance/internal";
import { UsageError } from "../usage-error.ts";
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
            constraints.cases.filter((each) => isIndependentOfClock(each, provider)),
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

/**
 * Sends a genuine message ahead, before every other one is refused for the same reason.
 *
 * @throws {UsageError} when up to three genuine messages are refused with 400, 401 or 403
 */
async function requireAcceptedMessage(
  samples: readonly Case[],
  send: (message: CallbackCase) => Promise<Verdict>,
): Promise<void> {
  const sent = samples.slice(0, MOST_SENT);
  let refusal: Verdict | undefined;
  for (const sample of sent) {
    const verdict = await send(genuineMessage(sample));
    const [finding] = verdict.findings;
    if (!/^genuine: expected 2xx, found 40[013]$/.test(finding?.message ?? "")) return;
    refusal ??= verdict;
  }
  const answer = refusal?.exchanges?.[0]?.answer;
  if (!answer) return;
  const said = answer.body.trim() === "" ? "" : ` and says ${JSON.stringify(answer.body.trim())}`;
  const refused = `The receiver refuses genuine messages with ${answer.status}${said}`;
  for (const sample of sent) {
    const present = genuineMessageAt(sample, Date.now());
    if (present && (await send(present.message)).outcome === "passed")
      throw new UsageError(
        `${refused}, but accepts one whose ${present.fields.join(" and ")} is the current time. ` +
          "Compare the signed time in the receiver, not the time in the body.",
      );
  }
  throw new UsageError(`${refused}. Give the secret that it verifies with in RECEIVER_SECRET.`);
}

/** One of them may be refused by mistake. */
const MOST_SENT = 3;
