/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Computes the HMAC-SHA256 of a message with the UTF-8 bytes of each secret. */
export function hmacSha256(secrets: readonly string[], message: Bytes): Promise<Bytes[]> {
  return Promise.all(
    secrets.map(async (secret) => {
      const key = await crypto.subtle.importKey(
        "raw",
        encodeUtf8(secret),
        { name: "HMAC", hash: "SHA-256" },
        false,
        ["sign"],
      );
      return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
    }),
  );
}

/** Whether a code equals one of the expected codes. The time does not depend on where they differ. */
export function equalsAny(expected: readonly Bytes[], code: Bytes): boolean {
  return expected.map((expectedValue) => equals(expectedValue, code)).includes(true);
}

function equals(a: Bytes, b: Bytes): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0;
}

/** Decodes 64 hex digits of either case. It returns undefined for any other text. */
export function decodeHex(text: string): Bytes | undefined {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Decodes canonical Base64 (RFC 4648, section 4): padded, without spaces or left-over bits. It returns undefined for any other text. */
export function decodeBase64(text: string): Bytes | undefined {
  try {
    const binary = atob(text);
    if (btoa(binary) !== text) return undefined;
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

export function encodeUtf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** Decodes JSON in UTF-8. It returns undefined for other bytes. */
export function decodeJson(bytes: Uint8Array): unknown {
  try {
    const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

/** Headers of `fetch` or of node:http. */
export type ReceivedHeaders =
  | Pick<Headers, "get">
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why the headers do not verify. */
export type HeadersReason =
  | "headers-missing"
  | "headers-malformed"
  | "headers-stale"
  | "headers-wrong-signature";

/** The id of a verified message, undefined without the headers, or the reason why the headers do not verify. */
export type HeadersCheck = { readonly id: string | undefined } | { readonly reason: HeadersReason };

export interface HeadersOptions {
  readonly secrets: readonly string[];
  /** Whether a message without any of the three headers is refused. */
  readonly required: boolean;
  readonly toleranceSeconds: number;
  readonly now: Date;
}

/**
 * Verifies the three headers of Standard Webhooks 1.0, which sign the whole body, its id and its time. If only some of the three are
 * present, they do not verify.
 */
export async function verifyHeaders(
  body: Bytes,
  headers: ReceivedHeaders,
  { secrets, required, toleranceSeconds, now }: HeadersOptions,
): Promise<HeadersCheck> {
  const id = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const signatures = readHeader(headers, "webhook-signature");
  if (id === null && timestamp === null && signatures === null)
    return required ? { reason: "headers-missing" } : { id: undefined };
  if (id === null || timestamp === null || signatures === null)
    return { reason: "headers-missing" };
  if (id === "" || !/^\d{1,12}$/.test(timestamp)) return { reason: "headers-malformed" };
  const ageSeconds = now.getTime() / 1000 - Number(timestamp);
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) return { reason: "headers-stale" };
  const prefix = encodeUtf8(`${id}.${timestamp}.`);
  const expected = await hmacSha256(secrets, concatenate(prefix, body));
  const genuine = signatures
    .split(" ")
    .map((signature) => versionOne(signature))
    .some((code) => code !== undefined && equalsAny(expected, code));
  return genuine ? { id } : { reason: "headers-wrong-signature" };
}

/** A header may have signatures of other versions too. They are ignored. */
function versionOne(signature: string): Bytes | undefined {
  return signature.startsWith("v1,") ? decodeBase64(signature.slice("v1,".length)) : undefined;
}

/** Reads a header. If it is present more than once, the text is empty and does not verify. */
function readHeader(headers: ReceivedHeaders, name: string): string | null {
  if (isHeaders(headers)) return headers.get(name);
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
  const [value = null] = values;
  return values.length > 1 ? "" : value;
}

function isHeaders(headers: ReceivedHeaders): headers is Pick<Headers, "get"> {
  return typeof headers.get === "function";
}

function concatenate(a: Bytes, b: Bytes): Bytes {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
