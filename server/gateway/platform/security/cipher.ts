import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

/** Encrypts short texts at rest. A text is decrypted only for the purpose for which it was encrypted. */
export interface Cipher {
  encrypt(text: string, purpose: string): string;
  /** @throws Error if the text was changed, or encrypted with another key or for another purpose */
  decrypt(encrypted: string, purpose: string): string;
  /** As `decrypt`, and keeps the text. For texts that every request needs, such as the secrets of partners. */
  decryptKept(encrypted: string, purpose: string): string;
  /**
   * Encrypts a text of a previous key again with the current key. Returns undefined if the current key has encrypted it.
   *
   * @throws Error as `decrypt` does
   */
  renew(encrypted: string, purpose: string): string | undefined;
}

/** Length of the master key: AES-256. */
export const MASTER_KEY_BYTES = 32;

/** Derives a key for a purpose other than encrypting (RFC 5869), as long as the master key. */
export function deriveKey(masterKey: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", masterKey, "", purpose, MASTER_KEY_BYTES));
}

/** Makes keyed hashes (HMAC-SHA256) of texts for one purpose. */
export function createMac(masterKey: Uint8Array, purpose: string) {
  const key = createSecretKey(deriveKey(masterKey, purpose));
  return (...texts: readonly string[]): Buffer =>
    createHmac("sha256", key).update(JSON.stringify(texts)).digest();
}

/** Reads a master key in Base64; undefined if it is none. */
export function masterKeyOf(text: string): Uint8Array | undefined {
  const key = Buffer.from(text, "base64");
  return /^[A-Za-z0-9+/]+=*$/.test(text) && key.length === MASTER_KEY_BYTES ? key : undefined;
}

/** About 200 bytes each. If there are more, all are decrypted again. */
const MOST_KEPT = 10_000;

// NIST SP 800-38D: 96 random bits do not repeat within the number of texts that one key encrypts.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = "aes-256-gcm";

/**
 * Encrypts with AES-256-GCM under the master key.
 *
 * @param previous keys that only decrypt
 */
export function createCipher(masterKey: Uint8Array, ...previous: readonly Uint8Array[]): Cipher {
  for (const { length } of [masterKey, ...previous])
    if (length !== MASTER_KEY_BYTES)
      throw new RangeError(`The master key has ${MASTER_KEY_BYTES} bytes.`);
  // Node.js takes ten times as long with the bytes of a key.
  const current = createSecretKey(masterKey);
  const keys = [current, ...previous.map((bytes) => createSecretKey(bytes))];
  const encrypt = (text: string, purpose: string) => encryptWith(current, text, purpose);
  const kept = new Map<string, string>();
  const decryptWithAny = (encrypted: string, purpose: string) => {
    let failure: unknown;
    for (const key of keys)
      try {
        return { key, text: decryptWith(key, encrypted, purpose) };
      } catch (error) {
        failure = error;
      }
    throw failure;
  };
  return {
    encrypt,
    decrypt: (encrypted, purpose) => decryptWithAny(encrypted, purpose).text,
    decryptKept(encrypted, purpose) {
      const name = `${purpose} ${encrypted}`;
      const known = kept.get(name);
      if (known !== undefined) return known;
      const { text } = decryptWithAny(encrypted, purpose);
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(name, text);
      return text;
    },
    renew(encrypted, purpose) {
      const { key, text } = decryptWithAny(encrypted, purpose);
      return key === current ? undefined : encrypt(text, purpose);
    },
  };
}

function encryptWith(key: KeyObject, text: string, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  cipher.setAAD(Buffer.from(purpose));
  const encryptedText = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encryptedText]).toString("base64");
}

function decryptWith(key: KeyObject, encrypted: string, purpose: string): string {
  const bytes = Buffer.from(encrypted, "base64");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const encryptedText = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(tag);
  return decipher.update(encryptedText, undefined, "utf8") + decipher.final("utf8");
}
