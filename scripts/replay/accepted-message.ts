import type { CallbackCase, Case, Verdict } from "@contract-toolkit/conformance";
import { genuineMessage, genuineMessageAt } from "@contract-toolkit/conformance/internal";
import { UsageError } from "../usage-error.ts";

/**
 * Sends a genuine message ahead, before every other one is refused for the same reason.
 *
 * @throws {UsageError} when up to three genuine messages are refused with 400, 401 or 403
 */
export async function requireAcceptedMessage(
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
