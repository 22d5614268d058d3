import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts short texts at rest. A text opens only for the purpose for which it was sealed. */
export interface Seal {
  close(text: string, purpose: string): string;
  /** @throws Error if the text was changed, or sealed with another key or for another purpose */
  open(sealed: string, purpose: string): string;
  /**
   * Seals a text of a previous key again with the current key. Returns undefined if the current key has sealed it.
   *
   * @throws Error as `open` does
   */
  renew(sealed: string, purpose: string): string | undefined;
}

/** Length of the master key: AES-256. */
export const MASTER_KEY_BYTES = 32;

/** Derives a key for a purpose other than sealing (RFC 5869), as long as the master key. */
export function deriveKey(masterKey: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", masterKey, "", purpose, MASTER_KEY_BYTES));
}

/** Reads a master key in Base64; undefined if it is none. */
export function masterKeyOf(text: string): Uint8Array | undefined {
  const key = Buffer.from(text, "base64");
  return /^[A-Za-z0-9+/]+=*$/.test(text) && key.length === MASTER_KEY_BYTES ? key : undefined;
}

// NIST SP 800-38D: 96 random bits do not repeat within the number of texts that one key seals.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = "aes-256-gcm";

/**
 * Seals with AES-256-GCM under the master key.
 *
 * @param previous keys that only open
 */
export function createSeal(masterKey: Uint8Array, ...previous: readonly Uint8Array[]): Seal {
  const close = (text: string, purpose: string) => closeWith(masterKey, text, purpose);
  const keys = [masterKey, ...previous];
  for (const { length } of keys)
    if (length !== MASTER_KEY_BYTES)
      throw new RangeError(`The master key has ${MASTER_KEY_BYTES} bytes.`);
  const openWithAny = (sealed: string, purpose: string) => {
    let failure: unknown;
    for (const key of keys)
      try {
        return { key, text: openWith(key, sealed, purpose) };
      } catch (error) {
        failure = error;
      }
    throw failure;
  };
  return {
    close,
    open: (sealed, purpose) => openWithAny(sealed, purpose).text,
    renew(sealed, purpose) {
      const { key, text } = openWithAny(sealed, purpose);
      return key === masterKey ? undefined : close(text, purpose);
    },
  };
}

function closeWith(key: Uint8Array, text: string, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  cipher.setAAD(Buffer.from(purpose));
  const closed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString("base64");
}

function openWith(key: Uint8Array, sealed: string, purpose: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const closed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(tag);
  return decipher.update(closed, undefined, "utf8") + decipher.final("utf8");
}
