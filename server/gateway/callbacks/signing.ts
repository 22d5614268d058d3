import { createHmac } from "node:crypto";

/** The headers of Standard Webhooks 1.0. */
export interface WebhookHeaders {
  readonly "webhook-id": string;
  /** Unix seconds. */
  readonly "webhook-timestamp": number;
  readonly "webhook-signature": string;
}

/** The documented signature: HMAC-SHA256 over the `data` string as it is sent, in lower-case hex (choice "replay-protection"). */
export function signData(data: string, secret: string): string {
  return computeHmac(data, secret).toString("hex");
}

/** The signing secrets. The first one makes the documented signature, each one makes a signature in `webhook-signature`. */
export type SigningSecrets = readonly [string, ...string[]];

/**
 * Signs a body and the time of sending, as Standard Webhooks 1.0 defines it.
 *
 * @param atSeconds Unix seconds by the machine's clock, which the receiver compares with its own
 */
export function signBody(
  body: string,
  secrets: readonly string[],
  { id, atSeconds }: { readonly id: string; readonly atSeconds: number },
): WebhookHeaders {
  const signed = `${id}.${atSeconds}.${body}`;
  return {
    "webhook-id": id,
    "webhook-timestamp": atSeconds,
    // During the rotation of a secret there are several signatures, separated by spaces.
    "webhook-signature": secrets
      .map((secret) => `v1,${computeHmac(signed, secret).toString("base64")}`)
      .join(" "),
  };
}

function computeHmac(text: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(text).digest();
}
