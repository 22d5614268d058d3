import type { ReceivePaymentBody } from "../../../generated/merchant/operations.js";
import { type Fault, explain } from "@contract-toolkit/kernel";
import { events } from "../../../generated/merchant/events.ts";
import { contract } from "../../../generated/merchant/index.ts";
import type { EventKind, LeasedDelivery } from "../domain/deliveries/delivery.ts";
import { vietnamTime } from "../domain/time.ts";
import { signBody, signData, type SigningSecrets, type WebhookHeaders } from "./signing.ts";

/** A callback, ready to be sent. */
export interface Callback {
  readonly body: string;
  readonly headers: WebhookHeaders;
}

/** Thrown instead of sending what the merchant contract does not know. */
export class OutsideContract extends Error {
  readonly code = "outside-contract";
}

/**
 * Writes and signs a callback: the documented envelope, and the headers of
 * Standard Webhooks beside it. The body of an event is the same at every
 * attempt, byte for byte; the headers tell when the attempt was made.
 *
 * @param atSeconds Unix seconds by the machine's clock
 * @throws OutsideContract
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
  const faults = callbackFaults(kind, { headers: { ...headers }, body: envelope, content: event });
  if (faults.length > 0)
    throw new OutsideContract(
      faults.map(({ pointer, reason }) => `${pointer} ${reason}`).join("; "),
    );
  return { body, headers };
}

/**
 * What the contract has against an event; nothing: it may be sent.
 *
 * @param content JSON that has been parsed
 */
export function eventFaults(kind: EventKind, content: unknown): Fault[] {
  const validate = contract.contentValidators[events[kind].content];
  if (validate === undefined) return [{ pointer: "", reason: "is not documented" }];
  return validate(content) ? [] : explain(validate.errors ?? []);
}

/**
 * What the contract has against a callback, its event included.
 *
 * @param parts `content` is the event that `data` carries: JSON that has been parsed
 */
export function callbackFaults(
  kind: EventKind,
  { headers, body, content }: Record<"headers" | "body" | "content", unknown>,
): Fault[] {
  const { request } = contract.validators[events[kind].operation];
  const faults = request({ path: {}, query: {}, headers, body })
    ? []
    : explain(request.errors ?? []);
  return [...faults, ...eventFaults(kind, content)];
}
