import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { isContainer, parseJson } from "@contract-toolkit/contract";
import { events } from "../../../generated/merchant/events.ts";
import type { EventKind } from "../domain/outbox/delivery.ts";
import { isSameText } from "../platform/security/constant-time.ts";
import { callbackViolations } from "./callback.ts";
import { signBody, signData } from "./signing.ts";

/** The content of a genuine callback, or why it is refused. */
export type SignatureCheck =
  | { readonly ok: true; readonly id: string; readonly kind: EventKind; readonly content: unknown }
  | { readonly ok: false; readonly reason: string };

/** Maximum difference between the time of signing and now, as Standard Webhooks recommends. */
const TOLERANCE_S = 300;

/**
 * Verifies that a callback comes from the gateway.
 *
 * @param secrets the partner's secret, or several during a rotation
 * @param nowSeconds Unix seconds
 */
export function verify(
  { body, headers }: { readonly body: string; readonly headers: IncomingHttpHeaders },
  secrets: readonly string[],
  nowSeconds: number,
): SignatureCheck {
  const envelope = readEnvelope(body);
  if (envelope === undefined) return failSignatureCheck("the body is not a callback");
  const { event, data, signature } = envelope;
  if (!secrets.some((secret) => isSameText(signData(data, secret), signature.toLowerCase())))
    return failSignatureCheck("the signature is wrong");
  const id = String(headers["webhook-id"]);
  const atSeconds = Number(headers["webhook-timestamp"]);
  if (!(Math.abs(nowSeconds - atSeconds) <= TOLERANCE_S))
    return failSignatureCheck("webhook-timestamp is missing or minutes away from now");
  const expected = signBody(body, secrets, { id, atSeconds })["webhook-signature"].split(" ");
  const received = String(headers["webhook-signature"]);
  // During a rotation there are several signatures.
  const isExpected = (text: string) =>
    expected.some((expectedValue) => isSameText(expectedValue, text));
  if (!received.split(" ").some(isExpected))
    return failSignatureCheck("webhook-signature is wrong");
  if (!isCallbackKind(event)) return failSignatureCheck("the event is unknown");
  const decoded = Buffer.from(data, "base64");
  const content = isUtf8(decoded) ? parseJson(decoded.toString("utf8")) : undefined;
  const signed = {
    "webhook-id": headers["webhook-id"],
    "webhook-timestamp": atSeconds,
    "webhook-signature": received,
  };
  const [violation] = callbackViolations(event, { headers: signed, body: envelope, content });
  return violation === undefined
    ? { ok: true, id, kind: event, content }
    : failSignatureCheck(
        `the callback violates the contract: ${violation.pointer} ${violation.reason}`,
      );
}

function isCallbackKind(event: unknown): event is keyof typeof events {
  return typeof event === "string" && Object.hasOwn(events, event);
}

function failSignatureCheck(reason: string): SignatureCheck {
  return { ok: false, reason };
}

function readEnvelope(
  body: string,
): { event?: unknown; data: string; signature: string } | undefined {
  const envelope = parseJson(body);
  return isContainer(envelope) &&
    typeof envelope["data"] === "string" &&
    typeof envelope["signature"] === "string"
    ? { ...envelope, data: envelope["data"], signature: envelope["signature"] }
    : undefined;
}
