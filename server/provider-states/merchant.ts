import { createHmac } from "node:crypto";
import { isObject, type SampleRequest, parseJson } from "@contract-toolkit/contract";
import { events } from "../../generated/merchant/events.ts";
import { contract } from "../../generated/merchant/index.ts";
import {
  askActed,
  type Opened,
  type Provider,
  type SentMessage,
} from "@contract-toolkit/conformance";

/**
 * Signs messages to a merchant's receiver as the gateway does. The receiver's secret is the environment variable `RECEIVER_SECRET`, or
 * else that of the samples.
 */
export const provider: Provider = {
  states: {
    /** The receiver has its secret already. */
    secret: () => Promise.resolve({}),
  },

  sign(request) {
    const body = isObject(request.body) ? signFields(request.body) : request.body;
    return { ...request, headers: signMerchantBody(request.headers, body), body };
  },

  messageIdHeader: "webhook-id",

  stamp: (request, { id, atSeconds }) => ({
    ...request,
    headers: { ...request.headers, "webhook-id": id, "webhook-timestamp": atSeconds },
  }),

  signatures: () => [
    {
      place: "/body/signature",
      hash: "sha256",
      secret: ownSecret(),
      encoding: "hex",
      isCaseFree: true,
      parts: ({ body }) => [isObject(body) ? String(body["data"]) : ""],
    },
    {
      place: "/headers/webhook-signature",
      hash: "sha256",
      secret: ownSecret(),
      encoding: "base64",
      prefix: "v1,",
      separator: " ",
      joint: ".",
      parts: ({ headers, bytes }) => [
        String(headers["webhook-id"]),
        String(headers["webhook-timestamp"]),
        bytes,
      ],
    },
  ],

  /** The response of `RECEIVER_ACTED_URL`: `{"acted":1,"data":{…}}`. `data` is optional. */
  async acted(id) {
    const asked = process.env["RECEIVER_ACTED_URL"];
    return asked === undefined ? undefined : askActed(new URL(asked), id);
  },

  /** The secret is the binding `secret`. */
  open(message, known) {
    const secret = known.get("secret");
    return open(message, typeof secret === "string" ? secret : ownSecret());
  },
};

/** The secret of the samples in `spec/merchant`. */
const SAMPLE_SECRET = "sample-partner-secret-0123456789abcdef";

/** Maximum difference between the time of signing and now, as Standard Webhooks recommends. */
const TOLERANCE_S = 300;

/** Verifies and decodes a message independently of the client and the server, which it tests. */
function open({ operation, request, text }: SentMessage, secret: string): Opened {
  const { headers } = request;
  const body = isObject(request.body) ? request.body : {};
  const data = String(body["data"]);
  const id = String(headers["webhook-id"]);
  const atSeconds = Number(headers["webhook-timestamp"]);
  const signed = `${id}.${atSeconds}.${text}`;
  const content = parseJson(Buffer.from(data, "base64").toString());
  const event = Object.values(events).find((event) => event.operation === operation.id);
  const validate = contract.contentValidators[event?.content ?? ""];
  const checks: readonly (readonly [boolean, string])[] = [
    [
      String(body["signature"]).toLowerCase() === computeMerchantHmac(data, secret).toString("hex"),
      "/body/signature is not that of /body/data",
    ],
    [
      String(headers["webhook-signature"])
        .split(" ")
        .includes(`v1,${computeMerchantHmac(signed, secret).toString("base64")}`),
      "/headers/webhook-signature is not that of the message",
    ],
    [
      Math.abs(Date.now() / 1000 - atSeconds) <= TOLERANCE_S,
      "/headers/webhook-timestamp is minutes away from now",
    ],
    [
      validate?.(content) === true,
      `/body/data violates the contract: ${JSON.stringify(validate?.errors)}`,
    ],
  ];
  return {
    request: { ...request, body: { ...body, data: content } },
    violations: checks.filter(([holds]) => !holds).map(([, violation]) => violation),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Makes the documented signature: HMAC-SHA256 over the sent `data` string, in hex with the letter case of the given one. */
function signFields(body: Fields): Fields {
  const data = isObject(body["data"])
    ? Buffer.from(JSON.stringify(body["data"])).toString("base64")
    : body["data"];
  const { signature } = body;
  return {
    ...body,
    ...("data" in body && { data }),
    ...(signature !== undefined &&
      typeof data === "string" && { signature: signMerchantData(data, signature) }),
  };
}

function signMerchantData(data: string, spelling: unknown): string {
  const signature = computeMerchantHmac(data).toString("hex");
  return /[A-F]/.test(String(spelling)) ? signature.toUpperCase() : signature;
}

/** Makes the signature of Standard Webhooks 1.0: HMAC-SHA256 over id, time and raw body, in Base64. */
function signMerchantBody(
  headers: SampleRequest["headers"],
  body: unknown,
): SampleRequest["headers"] {
  if (!("webhook-signature" in headers)) return headers;
  const { "webhook-id": id, "webhook-timestamp": at } = headers;
  const signed = `${String(id)}.${String(at)}.${JSON.stringify(body)}`;
  const signature = `v1,${computeMerchantHmac(signed).toString("base64")}`;
  return { ...headers, "webhook-signature": signature };
}

function computeMerchantHmac(text: string, secret = ownSecret()): Buffer {
  return createHmac("sha256", secret).update(text).digest();
}

function ownSecret(): string {
  return process.env["RECEIVER_SECRET"] ?? SAMPLE_SECRET;
}
