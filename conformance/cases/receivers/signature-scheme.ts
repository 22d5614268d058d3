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

/** A signature that is about to be written. */
export interface Signing {
  /** The code that the signature is written from. */
  readonly code: Buffer;
  readonly right: string;
  readonly bytes: Buffer;
  readonly message: SignedMessage;
  /** A code as a signature is written. */
  readonly written: (code: Uint8Array) => string;
  /** The signature that a scheme gives which differs in something. */
  readonly by: (change: Partial<SignatureScheme>) => string;
}

/** What is written in place of a signature; undefined: nothing. */
export type Bend = readonly [name: string, write: (signing: Signing) => unknown];

export function signing(scheme: SignatureScheme, message: SignedMessage): Signing {
  const { prefix = "", encoding, hash, secret, joint = "" } = scheme;
  const written = (code: Uint8Array) => prefix + Buffer.from(code).toString(encoding);
  const parts = scheme
    .parts(message)
    .flatMap((part, at) => [
      ...(at === 0 ? [] : [Buffer.from(joint)]),
      ...[typeof part === "string" ? Buffer.from(part) : part],
    ]);
  const bytes = Buffer.concat(parts);
  const code = createHmac(hash, secret).update(bytes).digest();
  const by: Signing["by"] = (change) => signing({ ...scheme, ...change }, message).right;
  return { code, right: written(code), bytes, message, written, by };
}
