import {
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
  type SigningOptions,
} from "node:crypto";
import type {
  CredentialContext,
  CredentialKind,
} from "../cases/servers/credentials/credential-kinds.ts";

/** A signature algorithm (RFC 7518, section 3.1). */
export type JwtAlgorithm = "HS256" | "RS256" | "ES256";

/** A private key whose public key the service knows. */
interface JwtKey {
  /** The name by which the service finds the public key. */
  readonly kid?: string;
  /** PEM, or a key object of Node. */
  readonly privateKey: KeyObject | string;
}

/** A user of the service under test. */
export interface JwtUser {
  readonly name: string;
  /** The shared secret of HS256. */
  readonly secret?: string;
  /** The keys of the other algorithms. */
  readonly keys?: Readonly<Partial<Record<Exclude<JwtAlgorithm, "HS256">, JwtKey>>>;
  /** Claims that a JWT of this user needs besides `iss` and `exp`. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** A key and the algorithm that it is used with. */
export interface SigningKey {
  readonly algorithm: JwtAlgorithm;
  readonly kid?: string;
  /** For HS256, a text or bytes. */
  readonly key: KeyObject | string | Buffer;
}

/** @throws {TypeError} if the provider gives no key for the algorithm */
export function findSigningKey(
  { name, secret, keys = {} }: JwtUser,
  algorithm: JwtAlgorithm,
): SigningKey {
  if (algorithm === "HS256") {
    if (secret !== undefined) return { algorithm, key: secret };
  } else {
    const { kid, privateKey } = keys[algorithm] ?? {};
    const key = typeof privateKey === "string" ? createPrivateKey(privateKey) : privateKey;
    if (key) return { algorithm, key, ...(kid !== undefined && { kid }) };
  }
  throw new TypeError(`The provider gives no key of ${name} for ${algorithm}.`);
}

/** A key of the same algorithm that is not registered, under the `kid` of the user's key. */
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

/** How a JWT differs from a good one. */
export interface Variation {
  /** Claims that replace those of the same name. */
  readonly claims?: Claims;
  /** The whole payload as text. */
  readonly payload?: string;
  /** Header fields that replace those of the same name. */
  readonly header?: Readonly<Record<string, unknown>>;
  /** The whole header as text. */
  readonly head?: string;
  /** Another key; the header then names its algorithm. */
  readonly by?: SigningKey;
  readonly hash?: "sha256" | "sha384" | "sha512";
  readonly signing?: SigningOptions;
  /** Changes the parts before they are joined by dots. */
  readonly parts?: (header: string, payload: string, signature: string) => readonly string[];
}

export function writeJwt(own: SigningKey, claims: Claims, how: Variation): string {
  const { algorithm: alg, kid, key } = how.by ?? own;
  const header = how.head ?? JSON.stringify({ alg, typ: "JWT", kid, ...how.header });
  const payload = how.payload ?? JSON.stringify({ ...claims, ...how.claims });
  const [head, content] = [encodeBase64Url(header), encodeBase64Url(payload)];
  const signature = signatureOf(`${head}.${content}`, key, how);
  return (how.parts?.(head, content, signature) ?? [head, content, signature]).join(".");
}

export function encodeBase64Url(json: string): string {
  return Buffer.from(json).toString("base64url");
}

function signatureOf(text: string, key: SigningKey["key"], how: Variation): string {
  const { hash = "sha256", signing } = how;
  if (typeof key === "string" || Buffer.isBuffer(key))
    return createHmac(hash, key).update(text).digest("base64url");
  // RFC 7518, section 3.4: a signature of ES256 is two numbers, not ASN.1.
  const options = { key, dsaEncoding: "ieee-p1363", ...signing } as const;
  return sign(hash, Buffer.from(text), options).toString("base64url");
}

/** Rules of the service under test for JWTs. */
export interface JwtRules {
  /** How much clocks may differ. */
  readonly toleranceSeconds: number;
  /** How far in the future `exp` may be; default: no limit. */
  readonly longestLifeSeconds?: number;
  /** The allowed algorithms; default: HS256. Most kinds are made with the first one. */
  readonly algorithms?: readonly [JwtAlgorithm, ...JwtAlgorithm[]];
  /** The required audience; default: `aud` is not checked. */
  readonly audience?: string;
  /** A user of the server under test. It is called once for each run. */
  readonly user: (context: CredentialContext) => Promise<JwtUser>;
  /** A second user, whose key the service knows, too. Default: nobody signs with the key of another user. */
  readonly another?: JwtRules["user"];
}

export type JwtKinds = Readonly<
  Partial<Record<CredentialKind, (own: SigningKey, claims: Claims, name: string) => Variation>>
>;

export type Claims = Readonly<Record<string, unknown>>;

/** The lifetime of a good JWT. */
export const AN_HOUR_S = 3600;

export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}
