/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** HMAC-SHA256 of a message under each of several secrets, which are used as their UTF-8 bytes. */
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

/** Whether a code equals one of the expected; how long it takes tells nothing of where they differ. */
export function equalsAny(expected: readonly Bytes[], code: Bytes): boolean {
  return expected.map((each) => equals(each, code)).includes(true);
}

function equals(a: Bytes, b: Bytes): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0;
}

/** The 32 bytes that 64 hex digits of either case stand for; nothing else is read. */
export function decodeHex(text: string): Bytes | undefined {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** The bytes of canonical Base64 (RFC 4648, section 4): padded, without spaces or left-over bits. */
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

/** The JSON value that bytes stand for; undefined where they are not UTF-8 or not JSON. */
export function decodeJson(bytes: Uint8Array): unknown {
  try {
    const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}
