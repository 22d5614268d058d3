import { createHmac } from "node:crypto";
import type { SampleRequest } from "../../generated/contract.ts";
import type { Provider } from "../provider.ts";

/**
 * Speaks for the gateway to a merchant's receiver. The receiver verifies with the secret of the environment's
 * `RECEIVER_SECRET`, or else with the one that the samples are signed with.
 */
export const provider: Provider = {
  givens: {
    /** The receiver has the secret already; it cannot be given one from outside. */
    secret: () => Promise.resolve({}),
  },

  seal(request) {
    const body = isObject(request.body) ? sealData(request.body) : request.body;
    return { ...request, headers: sealBody(request.headers, body), body };
  },
};

/** What the samples of `spec/merchant` are signed with. */
const SAMPLE_SECRET = "sample-partner-secret-0123456789abcdef";

type Fields = Readonly<Record<string, unknown>>;

/** The documented signature: HMAC-SHA256 over the `data` string as it is sent, in hex of the case that it has. */
function sealData(body: Fields): Fields {
  const data = isObject(body["data"])
    ? Buffer.from(JSON.stringify(body["data"])).toString("base64")
    : body["data"];
  const { signature } = body;
  return {
    ...body,
    ...("data" in body && { data }),
    ...(signature !== undefined &&
      typeof data === "string" && { signature: signData(data, signature) }),
  };
}

function signData(data: string, spelling: unknown): string {
  const signature = hmac(data).toString("hex");
  return /[A-F]/.test(String(spelling)) ? signature.toUpperCase() : signature;
}

/** Standard Webhooks 1.0: HMAC-SHA256 over id, time and raw body, in Base64. */
function sealBody(
  headers: SampleRequest["headers"],
  body: unknown,
): SampleRequest["headers"] {
  if (!("webhook-signature" in headers)) return headers;
  const signed = [
    String(headers["webhook-id"]),
    String(headers["webhook-timestamp"]),
    JSON.stringify(body),
  ].join(".");
  const signature = `v1,${hmac(signed).toString("base64")}`;
  return { ...headers, "webhook-signature": signature };
}

function hmac(text: string): Buffer {
  const secret = process.env["RECEIVER_SECRET"] ?? SAMPLE_SECRET;
  return createHmac("sha256", secret).update(text).digest();
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
