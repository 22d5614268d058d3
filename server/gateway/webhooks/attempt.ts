import type { AttemptOutcome, FaultKind, LeasedDelivery } from "../domain/deliveries/delivery.ts";
import { type Callback, OutsideContract, writeCallback } from "./callback.ts";
import type { SigningSecrets } from "./signing.ts";
import type { Post } from "./receivers/post.ts";
import { checkReceiver, ReceiverForbidden, type ReceiverRules } from "./receivers/receiver-url.ts";
import { TimeOver, withinTime } from "../within-time.ts";

/** The dependencies of an attempt. */
export interface AttemptDeps {
  readonly post: Post;
  readonly rules: ReceiverRules;
  /** Milliseconds since 1970 by the machine's clock, because receivers compare the time of signing with their own clock. */
  readonly machineNow: () => number;
  readonly timeoutMs?: number | undefined;
}

/** The result of an attempt. */
export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  readonly status?: number | undefined;
}

/** How long an attempt may take (choice "delivery"). */
export const TIMEOUT_MS = 15_000;

/** Makes one attempt to deliver an event. It never throws, whatever the receiver does. */
export async function attempt(
  delivery: LeasedDelivery,
  secrets: SigningSecrets,
  fault: FaultKind | undefined,
  deps: AttemptDeps,
): Promise<AttemptResult> {
  if (fault === "drop") return { outcome: "dropped" };
  const send = async (signal: AbortSignal): Promise<AttemptResult> => {
    const atSeconds = Math.floor(deps.machineNow() / 1000);
    const genuine = writeCallback(delivery, secrets, atSeconds);
    const callback = fault === "damaged-signature" ? damage(genuine) : genuine;
    const receiver = await checkReceiver(delivery.url, deps.rules);
    if (fault === "duplicate") await deps.post(receiver, callback, signal);
    const status = await deps.post(receiver, callback, signal);
    return fault === "lost-acknowledgement"
      ? { outcome: "acknowledgement-lost", status }
      : { outcome: outcomeOf(status), status };
  };
  try {
    return await withinTime(deps.timeoutMs ?? TIMEOUT_MS, send);
  } catch (error) {
    return { outcome: failureOf(error) };
  }
}

function outcomeOf(status: number): AttemptOutcome {
  if (status >= 200 && status < 300) return "acknowledged";
  return status === 410 ? "gone" : "refused";
}

function failureOf(error: unknown): AttemptOutcome {
  if (error instanceof TimeOver) return "timed-out";
  if (error instanceof ReceiverForbidden) return "receiver-forbidden";
  if (error instanceof OutsideContract) return "outside-contract";
  return "unreachable";
}

/** Makes both signatures wrong but well-formed. */
function damage({ body, headers }: Callback): Callback {
  return {
    body: body.replace(
      /"signature":"(.)/,
      (_match, first: string) => `"signature":"${first === "0" ? "1" : "0"}`,
    ),
    headers: {
      ...headers,
      "webhook-signature": headers["webhook-signature"].replace(
        /\bv1,(.)/g,
        (_match, first: string) => `v1,${first === "A" ? "B" : "A"}`,
      ),
    },
  };
}
