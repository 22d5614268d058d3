import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import {
  verifyCallback,
  type BareVerifyOptions,
  type Schemas,
  type VerifyOptions,
} from "../webhooks.ts";

/** Secret of the callbacks in tests, which are signed at `now`. */
export const secret = "a-secret-of-at-least-thirty-two-bytes";
export const now = new Date("2026-11-02T03:06:10Z");
export const timestamp = String(Math.floor(now.getTime() / 1000));

export const payment: Schemas["PaymentEvent"] = {
  transaction: {
    transactionId: "T-1",
    status: "success",
    errorCode: 0,
    errorMessage: "Đã thanh toán",
    partnerCode: "DEMO",
    orderAmount: 150_000,
    currency: "VND",
    bankCode: "BANK01",
    paymentMethod: "CC",
    action: "PAY",
    createdAt: "2026-11-02T03:04:05Z",
    updatedAt: "2026-11-02T03:06:07Z",
  },
  partnerReference: { order: { id: "A-1", info: "Hai vé xem phim" } },
};

/** The body of a callback with any content. */
export interface Body {
  event: unknown;
  responseTime: unknown;
  data: unknown;
  signature: unknown;
}

/** The HMAC-SHA256 of a text. */
export function hmac(text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** JSON in Base64. */
export function base64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

/** A genuine callback about a payment, with changes after signing. */
export function callback(changes: Partial<Body> = {}, data = base64(payment)): string {
  const signature = hmac(data);
  const responseTime = "2026-11-02T10:06:07.000+07:00";
  const genuine = { event: "order.payment", responseTime, data, signature };
  return JSON.stringify({ ...genuine, ...changes });
}

/** The headers that sign a body. */
export function signed(
  body: string | Uint8Array,
  id = "msg_1",
  at = timestamp,
  key = secret,
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  // An independent implementation signs.
  const webhook = new Webhook(key, { format: "raw" });
  const signature = webhook.sign(id, new Date(Number(at) * 1000), Buffer.from(body).toString());
  return { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature };
}

/** Returns `ok` or why a callback is refused. Its headers are genuine unless others are given. */
export async function verdict(
  body: string | Uint8Array,
  options: Partial<VerifyOptions> | BareVerifyOptions = {},
): Promise<string> {
  const result =
    options.requireHeaders === false
      ? await verifyCallback(body, options)
      : await verifyCallback(body, { secret, headers: signed(body), now, ...options });
  return result.ok ? "ok" : result.reason;
}
