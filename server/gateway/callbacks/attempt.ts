import type { AttemptOutcome, FaultKind, LeasedDelivery } from "../domain/outbox/delivery.ts";
import { type Callback, InvalidCallbackError, writeCallback } from "./callback.ts";
import type { SigningSecrets } from "./signing.ts";
import type { Post } from "./receiver-addresses/post.ts";
import {
  checkReceiver,
  ReceiverForbiddenError,
  type ReceiverRules,
} from "./receiver-addresses/receiver-url.ts";
import { describeSpan, inSpan } from "../platform/tracing.ts";
import { afterRunning, TimeLimitError, withinTime } from "../platform/concurrency/within-time.ts";
import type { ResponseSpeed } from "./concurrency-limits.ts";

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

/** How long a receiver may take to respond (choice "delivery"). */
export const TIMEOUT_MS = 15_000;

/** How long the name of a receiver may take to be resolved. Its time does not count as the receiver's. */
export const RESOLVE_MS = 7000;

/** Slower responses count as slow. */
const PROMPT_MS = 1000;

/**
 * Makes one attempt to deliver an event. It never throws, whatever the receiver does.
 *
 * @returns the result, and the speed of the receiver, which does not depend on how busy this process and its storage are
 */
export async function attemptDelivery(
  delivery: LeasedDelivery,
  secrets: SigningSecrets,
  fault: FaultKind | undefined,
  deps: AttemptDeps,
): Promise<{ readonly result: AttemptResult; readonly speed: ResponseSpeed }> {
  if (fault === "drop") return { result: { outcome: "dropped" }, speed: "failed" };
  const { post, timeoutMs = TIMEOUT_MS } = deps;
  let isSlow = false;
  const send = async (): Promise<AttemptResult> => {
    const atSeconds = Math.floor(deps.machineNow() / 1000);
    const genuine = writeCallback(delivery, secrets, atSeconds);
    const callback = fault === "damaged-signature" ? damage(genuine) : genuine;
    const receiver = await withinTime(Math.min(timeoutMs, RESOLVE_MS), () =>
      checkReceiver(delivery.url, deps.rules),
    );
    const cancel = afterRunning(Math.min(timeoutMs, PROMPT_MS), () => {
      isSlow = true;
    });
    try {
      const status = await withinTime(timeoutMs, async (signal) => {
        if (fault === "duplicate") await post(receiver, callback, signal);
        return post(receiver, callback, signal);
      });
      return fault === "lost-acknowledgement"
        ? { outcome: "acknowledgement-lost", status }
        : { outcome: attemptOutcome(status), status };
    } finally {
      cancel();
    }
  };
  const result = await inSpan(`callback ${delivery.kind}`, attributesOf(delivery), async () => {
    const sent: AttemptResult = await send().catch((error: unknown) => ({
      outcome: classifyAttemptError(error),
    }));
    describeSpan({ "gateway.outcome": sent.outcome, "http.response.status_code": sent.status });
    return sent;
  });
  return { result, speed: speedOf(result, isSlow) };
}

function attributesOf({ id, requestId, subjectId, tries }: LeasedDelivery) {
  return {
    "gateway.delivery_id": id,
    "gateway.request_id": requestId,
    "gateway.transaction_id": subjectId,
    "gateway.attempt": tries + 1,
  };
}

function speedOf({ status }: AttemptResult, isSlow: boolean): ResponseSpeed {
  if (isSlow) return "slow";
  return status === undefined ? "failed" : "prompt";
}

function attemptOutcome(status: number): AttemptOutcome {
  if (status >= 200 && status < 300) return "acknowledged";
  return status === 410 ? "gone" : "refused";
}

function classifyAttemptError(error: unknown): AttemptOutcome {
  if (error instanceof TimeLimitError) return "timed-out";
  if (error instanceof ReceiverForbiddenError) return "receiver-forbidden";
  if (error instanceof InvalidCallbackError) return "outside-contract";
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
