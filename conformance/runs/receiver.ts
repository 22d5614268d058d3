import { callbackCases } from "../cases/receivers/derive.ts";
import { playOnReceiver } from "../targets/receiver/receiver.ts";
import type { CallbackCase } from "../cases/receivers/callback-case.ts";
import type { Case } from "../cases/case.ts";
import type { Provider } from "../provider.ts";
import type { Suite } from "../suite.ts";
import type { Verdict } from "../verdict.ts";
import { exchangesOfSample, plan } from "../cases/planned-case.ts";
import { genuineMessage, genuineMessageAt } from "../cases/receivers/genuine.ts";
import { isIndependentOfClock } from "../targets/receiver/receiver.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { isChosen, type Plan, type PlanOptions } from "./plan.ts";
import { mostAtATime } from "./server/concurrency.ts";
import { requireReachable } from "./server/preflight.ts";

/** Plans the cases of a receiver: samples, callbacks with wrong signatures and, if the provider can sign, boundaries of messages. */
export async function planReceiver(suite: Suite, url: URL, options: PlanOptions): Promise<Plan> {
  await requireReachable(url);
  const { provider = { states: {} } } = options;
  const receiver = { url, provider };
  const { constraints, boundaries, callbacks } = casesOfReceiver(suite, provider);
  const play = (item: Parameters<typeof playOnReceiver>[0]) => playOnReceiver(item, receiver);
  await requireAcceptedMessage(suite.cases.filter(isChosen(options)), play);
  return {
    planned: [
      ...plan(suite.cases, play, exchangesOfSample),
      ...plan(boundaries, play),
      ...plan(callbacks, play),
    ],
    constraints,
    // The messages of each case have their own ids, so cases do not disturb each other.
    concurrency: options.concurrency ?? mostAtATime,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Collects the cases of a receiver other than samples. Nothing is asked of it. */
export function casesOfReceiver(suite: Suite, provider: Provider) {
  const constraints = suite.constraints("receiver");
  return {
    constraints,
    // Without a new signature, a receiver refuses a changed message for its signature.
    boundaries: provider.sign
      ? constraints.cases.filter((testCase) => isIndependentOfClock(testCase, provider))
      : [],
    callbacks: callbackCases(suite, provider),
  };
}

/**
 * Sends genuine messages first, so that a wrong secret is reported once and not for every case.
 *
 * @throws {UsageError} when all of up to three genuine messages are refused with 400, 401 or 403
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
  const response = refusal?.exchanges?.[0]?.response;
  if (!response) return;
  const said =
    response.body.trim() === "" ? "" : ` and says ${JSON.stringify(response.body.trim())}`;
  const refused = `The receiver refuses genuine messages with ${response.status}${said}`;
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

/** More than one, because the receiver may refuse a single message by mistake. */
const MOST_SENT = 3;
