import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { isContainer } from "@contract-toolkit/kernel";
import { events } from "../../../generated/merchant/events.ts";
import type { EventKind } from "../domain/deliveries/delivery.ts";
import { isSameText } from "./constant-time.ts";
import { callbackFaults } from "../webhooks/callback.ts";
import { signBody, signData } from "../webhooks/signing.ts";

/** What a genuine callback says, or why it is none. */
export type SignatureCheck =
  | { readonly ok: true; readonly id: string; readonly kind: EventKind; readonly content: unknown }
  | { readonly ok: false; readonly reason: string };

/** How far the time of signing may be away, as Standard Webhooks recommends: more than clocks differ, less than an attacker needs. */
const TOLERANCE_S = 300;

/**
 * Tells a callback of the gateway from a forged one.
 *
 * @param secrets of the partner; several while one replaces another
 * @param nowSeconds Unix seconds
 */
export function verify(
  { body, headers }: { readonly body: string; readonly headers: IncomingHttpHeaders },
  secrets: readonly string[],
  nowSeconds: number,
): SignatureCheck {
  const envelope = read(body);
  if (envelope === undefined) return refused("the body is no callback");
  const { event, data, signature } = envelope;
  if (!secrets.some((secret) => isSameText(signData(data, secret), signature.toLowerCase())))
    return refused("the signature is wrong");
  const id = String(headers["webhook-id"]);
  const atSeconds = Number(headers["webhook-timestamp"]);
  if (!(Math.abs(nowSeconds - atSeconds) <= TOLERANCE_S))
    return refused("it was signed minutes ago, or lacks webhook-timestamp");
  const expected = signBody(body, secrets, { id, atSeconds })["webhook-signature"].split(" ");
  const received = String(headers["webhook-signature"]);
  // While one secret replaces another there are several signatures.
  const isExpected = (each: string) => expected.some((one) => isSameText(one, each));
  if (!received.split(" ").some(isExpected)) return refused("webhook-signature is wrong");
  if (!isKind(event)) return refused("the event is unknown");
  const decoded = Buffer.from(data, "base64");
  const content = isUtf8(decoded) ? parse(decoded.toString("utf8")) : undefined;
  const signed = {
    "webhook-id": headers["webhook-id"],
    "webhook-timestamp": atSeconds,
    "webhook-signature": received,
  };
  const [fault] = callbackFaults(event, { headers: signed, body: envelope, content });
  return fault === undefined
    ? { ok: true, id, kind: event, content }
    : refused(`it is outside the contract: ${fault.pointer} ${fault.reason}`);
}

function isKind(event: unknown): event is keyof typeof events {
  return typeof event === "string" && Object.hasOwn(events, event);
}

function refused(reason: string): SignatureCheck {
  return { ok: false, reason };
}

function read(body: string): { event?: unknown; data: string; signature: string } | undefined {
  const envelope = parse(body);
  return isContainer(envelope) &&
    typeof envelope["data"] === "string" &&
    typeof envelope["signature"] === "string"
    ? { ...envelope, data: envelope["data"], signature: envelope["signature"] }
    : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
