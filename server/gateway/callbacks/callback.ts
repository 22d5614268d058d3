import type { ReceivePaymentBody } from "../../../generated/merchant/operations.js";
import { type Violation, explainErrors } from "@contract-toolkit/contract";
import { events } from "../../../generated/merchant/events.ts";
import { contract } from "../../../generated/merchant/index.ts";
import type { EventKind, LeasedDelivery } from "../domain/outbox/delivery.ts";
import { vietnamTime } from "../domain/time.ts";
import { signBody, signData, type SigningSecrets, type WebhookHeaders } from "./signing.ts";

/** A signed callback. */
export interface Callback {
  readonly body: string;
  readonly headers: WebhookHeaders;
}

/** The callback breaks the merchant contract and is not sent. */
export class InvalidCallbackError extends Error {
  readonly code = "outside-contract";
}

/**
 * Writes and signs a callback: the documented envelope, and the headers of Standard Webhooks. The body of an event has
 * the same bytes at every attempt. The headers have the time of the attempt.
 *
 * @param atSeconds Unix seconds by the machine's clock
 * @throws InvalidCallbackError
 */
export function writeCallback(
  { id, kind, content, createdAt }: Pick<LeasedDelivery, "id" | "kind" | "content" | "createdAt">,
  secrets: SigningSecrets,
  atSeconds: number,
): Callback {
  const data = Buffer.from(content, "utf8").toString("base64");
  const envelope: Omit<ReceivePaymentBody, "event"> & { event: EventKind } = {
    event: kind,
    responseTime: vietnamTime(createdAt),
    data,
    signature: signData(data, secrets[0]),
  };
  const body = JSON.stringify(envelope);
  const headers = signBody(body, secrets, { id, atSeconds });
  const event: unknown = JSON.parse(content);
  const violations = callbackViolations(kind, {
    headers: { ...headers },
    body: envelope,
    content: event,
  });
  if (violations.length > 0)
    throw new InvalidCallbackError(
      violations.map(({ pointer, reason }) => `${pointer} ${reason}`).join("; "),
    );
  return { body, headers };
}

/**
 * Validates the content of an event by the merchant contract.
 *
 * @param content parsed JSON
 */
export function eventViolations(kind: EventKind, content: unknown): Violation[] {
  const validate = contract.contentValidators[events[kind].content];
  if (validate === undefined) return [{ pointer: "", reason: "is not documented" }];
  return validate(content) ? [] : explainErrors(validate.errors ?? []);
}

/**
 * Validates a callback and its event by the merchant contract.
 *
 * @param parts `content` is the parsed JSON of `data`
 */
export function callbackViolations(
  kind: EventKind,
  { headers, body, content }: Record<"headers" | "body" | "content", unknown>,
): Violation[] {
  const { request } = contract.validators[events[kind].operation];
  const violations = request({ path: {}, query: {}, headers, body })
    ? []
    : explainErrors(request.errors ?? []);
  return [...violations, ...eventViolations(kind, content)];
}
