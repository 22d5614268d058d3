import type { Fault } from "@contract-toolkit/kernel";
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

export type { Fault } from "@contract-toolkit/kernel";
export type { CallbackEvent, Schemas } from "./events.ts";
export type { ReceivedHeaders } from "@contract-toolkit/client/webhooks";

/** How a callback is verified. */
export interface VerifyOptions {
  /** The partner's secret; several while one replaces another. */
  readonly secret: string | readonly string[];
  /** The callback's headers; the three `webhook-` headers among them prove what the documented signature does not. */
  readonly headers: ReceivedHeaders;
  /** A callback without the `webhook-` headers is refused; see {@link BareVerifyOptions}. */
  readonly requireHeaders?: true | undefined;
  /** How far the time of signing may be from `now`; 300 unless told. */
  readonly toleranceSeconds?: number | undefined;
  readonly now?: Date | undefined;
}

/** How a callback is verified whose sender does not send the `webhook-` headers; where they are there, they have to be right. */
export interface BareVerifyOptions extends Omit<VerifyOptions, "headers" | "requireHeaders"> {
  readonly headers?: ReceivedHeaders | undefined;
  /** With `false`, anyone who has seen one callback can change its `event` and `responseTime` and repeat it for ever. */
  readonly requireHeaders: false;
}

/** What a callback turned out to be. */
export type VerifiedCallback<Id = string> =
  | {
      readonly ok: true;
      readonly event: CallbackEvent;
      /** The same on every delivery of the event; undefined only with `requireHeaders: false`, for a callback without headers. */
      readonly id: Id;
    }
  | RefusedCallback;

/** A callback that nobody should act on. */
export type RefusedCallback =
  | { readonly ok: false; readonly reason: CallbackReason }
  | {
      readonly ok: false;
      /** Genuine, but not what the contract says; pointers into `data` start with `/body/data`. */
      readonly reason: "outside-contract";
      readonly faults: readonly Fault[];
    };

/**
 * Why a callback is refused:
 * - `malformed-body`: not a JSON object in UTF-8 with the strings `data` and `signature`
 * - `malformed-signature`: not exactly 64 hex digits
 * - `wrong-signature`: none of the secrets makes it
 * - `headers-missing`, `headers-malformed`, `headers-stale`, `headers-wrong-signature`: of the `webhook-` headers
 * - `malformed-data`: signed, but not JSON in Base64
 * - `unknown-event`: signed, but of an event that nobody documented
 */
export type CallbackReason =
  | "malformed-body"
  | "malformed-signature"
  | "wrong-signature"
  | HeadersReason
  | "malformed-data"
  | "unknown-event";

/**
 * Tells whether a callback comes from the gateway, and reads its event; to be given the body as it was received.
 * The documented signature proves `data` alone (documented interface, Events); the headers prove all of it, and without
 * them a callback is refused unless `requireHeaders` is `false`.
 * Nothing that is received makes it throw.
 *
 * @throws TypeError when there is no secret
 * @example
 * const callback = await verifyCallback(rawBody, { secret, headers: request.headers });
 * if (callback.ok && callback.event.kind === "order.payment")
 *   console.log(callback.event.data.transaction.status);
 */
export async function verifyCallback(
  rawBody: string | Uint8Array,
  options: VerifyOptions,
): Promise<VerifiedCallback>;
/** The same for a sender that does not send the `webhook-` headers: then neither `event` nor `responseTime` is proved. */
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
  const bytes = bytesOf(rawBody);
  const body = decodeJson(bytes);
  if (!isSigned(body)) return refused("malformed-body");
  const signature = decodeHex(body.signature);
  if (!signature) return refused("malformed-signature");
  const expected = await hmacSha256(secrets, encodeUtf8(body.data));
  if (!equalsAny(expected, signature)) return refused("wrong-signature");
  const headers = await verifyHeaders(bytes, options.headers ?? {}, {
    secrets,
    required: options.requireHeaders ?? true,
    toleranceSeconds: options.toleranceSeconds ?? defaultToleranceSeconds,
    now: options.now ?? new Date(),
  });
  if ("reason" in headers) return refused(headers.reason);
  const data = decodeJson(decodeBase64(body.data) ?? noBytes);
  if (data === undefined) return refused("malformed-data");
  const read = readEvent(body, data);
  if (!read) return refused("unknown-event");
  return "faults" in read
    ? { ok: false, reason: "outside-contract", faults: read.faults }
    : { ok: true, event: read, id: headers.id };
}

/** Five minutes, as Standard Webhooks recommends: more than clocks differ, less than an attacker needs. */
const defaultToleranceSeconds = 300;

const noBytes = new Uint8Array();

/** Frameworks that have not read a body give something else than its text; that is no callback either. */
function bytesOf(rawBody: unknown): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === "string") return encodeUtf8(rawBody);
  return rawBody instanceof Uint8Array ? new Uint8Array(rawBody) : noBytes;
}

function isSigned(body: unknown): body is { data: string; signature: string } {
  return (
    typeof body === "object" &&
    body !== null &&
    "data" in body &&
    typeof body.data === "string" &&
    "signature" in body &&
    typeof body.signature === "string"
  );
}

function refused(reason: CallbackReason): RefusedCallback {
  return { ok: false, reason };
}
