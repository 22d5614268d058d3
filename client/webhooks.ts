import { type Violation, isObject } from "@contract-toolkit/contract";
import { readEvent, type CallbackEvent } from "./events.ts";
import {
  decodeBase64,
  decodeHex,
  decodeJson,
  encodeUtf8,
  equalsAny,
  hmacSha256,
  verifyHeaders,
  type HeadersReason,
  type ReceivedHeaders,
} from "@contract-toolkit/client/webhooks";

export type { Violation } from "@contract-toolkit/contract";
export type { CallbackEvent, Schemas } from "./events.ts";
export type { ReceivedHeaders } from "@contract-toolkit/client/webhooks";

/** Options of `verifyCallback`. */
export interface VerifyOptions {
  /** The partner's secret, or several during a rotation. */
  readonly secret: string | readonly string[];
  /** The callback's headers. Its three `webhook-` headers sign what the documented signature does not. */
  readonly headers: ReceivedHeaders;
  /** A callback without the `webhook-` headers is refused. See {@link BareVerifyOptions}. */
  readonly requireHeaders?: true | undefined;
  /** Maximum difference between the time of signing and `now`. The default is 300. */
  readonly toleranceSeconds?: number | undefined;
  /** A longer body is refused. The default is 1,000,000. */
  readonly maxBytes?: number | undefined;
  readonly now?: Date | undefined;
}

/** Options for a sender that does not send the `webhook-` headers. If they are present, they must verify. */
export interface BareVerifyOptions extends Omit<VerifyOptions, "headers" | "requireHeaders"> {
  readonly headers?: ReceivedHeaders | undefined;
  /** With `false`, anyone who has seen a callback can change its `event` and `responseTime` and send it again at any time. */
  readonly requireHeaders: false;
}

/** The result of `verifyCallback`. */
export type VerifiedCallback<Id = string> =
  | {
      readonly ok: true;
      readonly event: CallbackEvent;
      /** The id of the event, equal in every delivery of it. It is undefined only for a callback without headers, with `requireHeaders: false`. */
      readonly id: Id;
    }
  | RefusedCallback;

/** A callback that must not be acted on. */
export type RefusedCallback =
  | { readonly ok: false; readonly reason: CallbackReason }
  | {
      readonly ok: false;
      /** The callback is genuine but violates the contract. Pointers into `data` start with `/body/data`. */
      readonly reason: "outside-contract";
      readonly violations: readonly Violation[];
    };

/**
 * Why a callback is refused:
 * - `parsed-body`: a body parser came first; pass the body as it was received, for example with `express.raw`
 * - `body-too-large`: the body has more bytes than `maxBytes`
 * - `malformed-body`: the body is not a JSON object in UTF-8 with the strings `data` and `signature`
 * - `malformed-signature`: the signature is not exactly 64 hex digits
 * - `wrong-signature`: the signature was not made with any of the secrets
 * - `headers-missing`, `headers-malformed`, `headers-stale`, `headers-wrong-signature`: the `webhook-` headers do not verify
 * - `malformed-data`: the data is signed, but not JSON in Base64
 * - `unknown-event`: the event is signed, but not documented
 */
export type CallbackReason =
  | "parsed-body"
  | "body-too-large"
  | "malformed-body"
  | "malformed-signature"
  | "wrong-signature"
  | HeadersReason
  | "malformed-data"
  | "unknown-event";

/**
 * Verifies that a callback comes from the gateway, and reads its event. The documented signature covers `data` only (documented
 * interface, Events), the headers cover the whole callback. Without them a callback is refused unless `requireHeaders` is `false`. No
 * callback makes it throw.
 *
 * @param rawBody the body as it was received, before any parsing
 * @throws TypeError if a secret is empty or missing
 * @example
 * const callback = await verifyCallback(rawBody, { secret, headers: request.headers });
 * if (callback.ok && callback.event.kind === "order.payment")
 *   console.log(callback.event.data.transaction.status);
 */
export async function verifyCallback(
  rawBody: string | Uint8Array,
  options: VerifyOptions,
): Promise<VerifiedCallback>;
/** Verifies a callback of a sender that does not send the `webhook-` headers. Without them, `event` and `responseTime` are not verified. */
export async function verifyCallback(
  rawBody: string | Uint8Array,
  options: BareVerifyOptions,
): Promise<VerifiedCallback<string | undefined>>;
export async function verifyCallback(
  rawBody: string | Uint8Array,
  options: VerifyOptions | BareVerifyOptions,
): Promise<VerifiedCallback<string | undefined>> {
  const secrets = [options.secret].flat();
  if (secrets.length === 0 || secrets.includes(""))
    throw new TypeError("secret: the partner's secret must not be empty");
  if (typeof rawBody !== "string" && !isRawBytes(rawBody)) return refuseCallback("parsed-body");
  const { maxBytes = longestBodyBytes } = options;
  // A character has one byte or more.
  if (rawBody.length > maxBytes) return refuseCallback("body-too-large");
  const bytes = typeof rawBody === "string" ? encodeUtf8(rawBody) : new Uint8Array(rawBody);
  if (bytes.length > maxBytes) return refuseCallback("body-too-large");
  const body = decodeJson(bytes);
  if (!isSigned(body)) return refuseCallback("malformed-body");
  const signature = decodeHex(body.signature);
  if (!signature) return refuseCallback("malformed-signature");
  const expected = await hmacSha256(secrets, encodeUtf8(body.data));
  if (!equalsAny(expected, signature)) return refuseCallback("wrong-signature");
  const headers = await verifyHeaders(bytes, options.headers ?? {}, {
    secrets,
    required: options.requireHeaders ?? true,
    toleranceSeconds: options.toleranceSeconds ?? defaultToleranceSeconds,
    now: options.now ?? new Date(),
  });
  if ("reason" in headers) return refuseCallback(headers.reason);
  const data = decodeJson(decodeBase64(body.data) ?? noBytes);
  if (data === undefined) return refuseCallback("malformed-data");
  const read = readEvent(body, data);
  if (!read) return refuseCallback("unknown-event");
  return "violations" in read
    ? { ok: false, reason: "outside-contract", violations: read.violations }
    : { ok: true, event: read, id: headers.id };
}

/** Standard Webhooks recommends five minutes. Clocks differ by less, and a replay has little time. */
const defaultToleranceSeconds = 300;

/** Much longer than any callback, and verified within milliseconds. */
const longestBodyBytes = 1_000_000;

const noBytes = new Uint8Array();

/** Callers without types may pass a body that a framework has parsed. */
function isRawBytes(rawBody: unknown): rawBody is Uint8Array {
  return rawBody instanceof Uint8Array;
}

function isSigned(body: unknown): body is { data: string; signature: string } {
  return (
    isObject(body) && typeof body["data"] === "string" && typeof body["signature"] === "string"
  );
}

function refuseCallback(reason: CallbackReason): RefusedCallback {
  return { ok: false, reason };
}
