import type { Case, Verdict } from "@contract-toolkit/conformance";
import { UsageError } from "../usage-error.ts";

/**
 * Plays a genuine message ahead, before every other one is refused for the same reason.
 *
 * @returns the verdicts, by id, so that nothing is played again
 * @throws {UsageError} when up to three genuine messages are refused with 400, 401 or 403
 */
export async function requireAcceptedMessage(
  samples: readonly Case[],
  play: (sample: Case) => Promise<Verdict>,
): Promise<ReadonlyMap<string, Verdict>> {
  const played = new Map<string, Verdict>();
  for (const sample of samples.slice(0, MOST_SENT)) {
    const verdict = await play(sample);
    played.set(sample.id, verdict);
    const [finding] = verdict.findings;
    if (!/^genuine: expected 2xx, found 40[013]$/.test(finding?.message ?? "")) return played;
  }
  const status = [...played.values()][0]?.exchanges?.[0]?.answer?.status;
  if (status === undefined) return played;
  throw new UsageError(
    `The receiver refuses genuine messages with ${status}. Give the secret that it verifies with in RECEIVER_SECRET.`,
  );
}

/** One of them may be refused by mistake. */
const MOST_SENT = 3;
