import { createHmac } from "node:crypto";

/** How a message is signed: the place of the signature, what it covers, and how it is written. */
export interface SignatureScheme {
  /** JSON pointer into the message: `/headers/x-signature` or `/body/signature`. */
  readonly place: string;
  /** The hash of the HMAC as node:crypto names it: `sha256`. */
  readonly hash: string;
  readonly secret: string;
  readonly encoding: "hex" | "base64";
  /** Hex digits may also be capitals. */
  readonly isCaseFree?: true;
  /** Text before the code, such as a version. */
  readonly prefix?: string;
  /** Text between several signatures, of which one must be right. Without it, there is only one signature. */
  readonly separator?: string;
  /** The parts that are signed. `bytes` is the body as it is sent. */
  readonly parts: (message: SignedMessage) => readonly (string | Uint8Array)[];
  /** Text between the parts. */
  readonly joint?: string;
}

/** A message before it is signed. */
export interface SignedMessage {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The body as it is sent. A signature in the body cannot cover these bytes. */
  readonly bytes: Uint8Array;
}

/** The right signature of a message, and functions that write wrong ones. */
interface Signing {
  /** The HMAC. */
  readonly code: Buffer;
  /** The right signature as text. */
  readonly right: string;
  /** The signed bytes. */
  readonly bytes: Buffer;
  readonly message: SignedMessage;
  /** Writes a code as the scheme does. */
  readonly written: (code: Uint8Array) => string;
  /** The signature of a changed scheme. */
  readonly by: (change: Partial<SignatureScheme>) => string;
}

/** Another value for a signature; undefined leaves it out. */
export type Alteration = readonly [name: string, write: (signing: Signing) => unknown];

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
