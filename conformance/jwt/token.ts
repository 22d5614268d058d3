import {
  constants,
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from "node:crypto";
import type { CredentialContext } from "../cases/servers/credentials/credential-kinds.ts";

/** An algorithm that JWTs of a service are signed with (RFC 7518, section 3.1). */
export type JwtAlgorithm = "HS256" | "RS256" | "ES256";

/** A private key of which the service knows the public half. */
export interface JwtKey {
  /** By which the service finds the public half. */
  readonly kid?: string;
  /** In PEM, or as Node has it. */
  readonly privateKey: KeyObject | string;
}

/** Someone whom the service knows. */
export interface JwtUser {
  /** Its `iss`. */
  readonly name: string;
  /** For HS256: what both sides have. */
  readonly secret?: string;
  /** For the other algorithms. */
  readonly keys?: Readonly<Partial<Record<Exclude<JwtAlgorithm, "HS256">, JwtKey>>>;
  /** Claims that a JWT of this user has to have beside `iss` and `exp`. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** What JWTs are signed with. */
export interface SigningKey {
  readonly algorithm: JwtAlgorithm;
  readonly kid?: string;
  /** Of HS256, its bytes. */
  readonly key: KeyObject | string | Buffer;
}

/**
 * The key of a user for an algorithm.
 *
 * @throws {TypeError} where the provider gives none
 */
export function keyOf({ name, secret, keys = {} }: JwtUser, algorithm: JwtAlgorithm): SigningKey {
  if (algorithm === "HS256") {
    if (secret !== undefined) return { algorithm, key: secret };
  } else {
    const { kid, privateKey } = keys[algorithm] ?? {};
    const key = typeof privateKey === "string" ? createPrivateKey(privateKey) : privateKey;
    if (key) return { algorithm, key, ...(kid !== undefined && { kid }) };
  }
  throw new TypeError(`The provider gives no key of ${name} for ${algorithm}.`);
}

/** A key of the same kind that nobody has registered, said to be the user's. */
export function foreignKey({ algorithm, kid }: SigningKey): SigningKey {
  const key = (foreignKeys[algorithm] ??= madeKey(algorithm));
  return { algorithm, key, ...(kid !== undefined && { kid }) };
}

const foreignKeys: Partial<Record<JwtAlgorithm, KeyObject | string>> = {};

function madeKey(algorithm: JwtAlgorithm): KeyObject | string {
  switch (algorithm) {
    case "HS256":
      return "another secret, which nobody has registered";
    case "RS256":
      return generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    case "ES256":
      return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  }
}

/** How a JWT is signed otherwise than its key says. */
export interface Signing {
  /** Fields of its header, in place of those that it has. */
  readonly header?: Readonly<Record<string, unknown>>;
  readonly hash?: Hash;
  /** RFC 7518, section 3.5. */
  readonly isProbabilistic?: true;
  /** ASN.1, and not the two numbers alone (RFC 7518, section 3.4). */
  readonly isInDer?: true;
}

type Hash = "sha256" | "sha384" | "sha512";

/** A JWT in its compact form (RFC 7515, section 7.1). */
export function signed(claims: unknown, own: SigningKey, how: Signing = {}): string {
  const text = signedPart(claims, own, how.header);
  return `${text}.${signatureOf(text, own, how)}`;
}

/** The header and the payload of a JWT, over which its signature is made. */
export function signedPart(
  claims: unknown,
  { algorithm, kid }: SigningKey,
  header: Signing["header"] = {},
): string {
  return `${encoded({ alg: algorithm, typ: "JWT", kid, ...header })}.${encoded(claims)}`;
}

/** A part of a JWT. */
export function encoded(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

/** The signature of a text. */
export function signatureOf(
  text: string,
  { key }: SigningKey,
  { hash = "sha256", isProbabilistic, isInDer }: Omit<Signing, "header"> = {},
): string {
  if (typeof key === "string" || Buffer.isBuffer(key))
    return createHmac(hash, key).update(text).digest("base64url");
  const bytes = sign(hash, Buffer.from(text), {
    key,
    ...(isProbabilistic && {
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    }),
    ...(key.asymmetricKeyType === "ec" && !isInDer && { dsaEncoding: "ieee-p1363" }),
  });
  return bytes.toString("base64url");
}

/** What a service demands of JWTs. */
export interface JwtRules {
  /** By how much the clocks of both sides may differ. */
  readonly toleranceSeconds: number;
  /** How far ahead `exp` may be; undefined: as far as one likes. */
  readonly longestLifeSeconds?: number;
  /** What it has to be signed with, one of these; default: HS256. Most kinds are made with the first. */
  readonly algorithms?: readonly [JwtAlgorithm, ...JwtAlgorithm[]];
  /** Whom it has to be for; undefined: `aud` is not looked at. */
  readonly audience?: string;
  /** A user of the server under test; asked once for each run. */
  readonly user: (context: CredentialContext) => Promise<JwtUser>;
}

/** Makes JWTs of a user's key and the claims of a good one. */
export type MakeJwt = (
  make: (own: SigningKey, claims: Claims, user: JwtUser) => string,
  algorithm?: JwtAlgorithm,
) => (context: CredentialContext) => Promise<string>;

/** Claims of a JWT. */
export type Claims = Readonly<Record<string, unknown>>;

/** As long as a good JWT of a test is good for. */
export const AN_HOUR_S = 3600;

/** A time from now on, as claims have it. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}
