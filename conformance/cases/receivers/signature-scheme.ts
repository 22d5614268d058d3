import { createHmac } from "node:crypto";

/** How a message is signed: where the signature stands, what it covers, and how it is written. */
export interface SignatureScheme {
  /** Where it stands, as a JSON pointer into the message: `/headers/x-signature` or `/body/signature`. */
  readonly place: string;
  /** The hash of the HMAC, by its name in node:crypto: `sha256`. */
  readonly hash: string;
  readonly secret: string;
  readonly encoding: "hex" | "base64";
  /** Hex digits may be capitals. */
  readonly isCaseFree?: true;
  /** What stands before the code, such as a version. */
  readonly prefix?: string;
  /** What stands between several signatures, of which one has to be right; without it there is one. */
  readonly separator?: string;
  /** What is signed, part by part; the bytes of the body as they are sent are in `bytes`. */
  readonly parts: (message: SignedMessage) => readonly (string | Uint8Array)[];
  /** What stands between the parts. */
  readonly joint?: string;
}

/** A message that is about to be signed. */
export interface SignedMessage {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The body as it is sent. A signature that stands in the body cannot cover them. */
  readonly bytes: Uint8Array;
}

/** What is written in place of a signature; undefined: nothing. */
export type Bend = readonly [
  name: string,
  write: (scheme: SignatureScheme, message: SignedMessage) => unknown,
];

/** The right signature of a message, as it is written. */
export function signatureOf(scheme: SignatureScheme, message: SignedMessage): string {
  return written(scheme, codeOf(scheme, message));
}

/** The code that a signature is written from. */
export function codeOf(
  scheme: Pick<SignatureScheme, "hash" | "secret" | "parts" | "joint">,
  message: SignedMessage,
): Buffer {
  return createHmac(scheme.hash, scheme.secret).update(signedBytes(scheme, message)).digest();
}

/** A code as a signature is written. */
export function written({ prefix = "", encoding }: SignatureScheme, code: Buffer): string {
  return prefix + code.toString(encoding);
}

/** What is signed, as a whole. */
export function signedBytes(
  { parts, joint = "" }: Pick<SignatureScheme, "parts" | "joint">,
  message: SignedMessage,
): Buffer {
  return Buffer.concat(
    parts(message).flatMap((part, index) => [
      ...(index === 0 ? [] : [Buffer.from(joint)]),
      typeof part === "string" ? Buffer.from(part) : part,
    ]),
  );
}
