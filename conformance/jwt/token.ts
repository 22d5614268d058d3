import {
  constants,
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from "node:crypto";
import type {
  CredentialContext,
  CredentialKind,
} from "../cases/servers/credentials/credential-kinds.ts";

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

/** @throws {TypeError} where the provider gives no key for the algorithm */
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

export interface Variation {
  /** Claims in place of those that it has. */
  readonly claims?: Claims;
  readonly payload?: string;
  /** Fields of its header, in place of those that it has. */
  readonly header?: Readonly<Record<string, unknown>>;
  readonly head?: string;
  /** The key that it is signed with, and whose algorithm it names. */
  readonly by?: SigningKey;
  readonly hash?: "sha256" | "sha384" | "sha512";
  /** RFC 7518, section 3.5. */
  readonly isProbabilistic?: true;
  /** ASN.1, and not the two numbers alone (RFC 7518, section 3.4). */
  readonly isInDer?: true;
  /** What becomes of its parts; they are joined by dots. */
  readonly parts?: (header: string, payload: string, signature: string) => readonly string[];
}

export function writeJwt(own: SigningKey, claims: Claims, how: Variation): string {
  const { algorithm: alg, kid, key } = how.by ?? own;
  const header = how.head ?? JSON.stringify({ alg, typ: "JWT", kid, ...how.header });
  const payload = how.payload ?? JSON.stringify({ ...claims, ...how.claims });
  const [head, content] = [encoded(header), encoded(payload)];
  const signature = signatureOf(`${head}.${content}`, key, how);
  return (how.parts?.(head, content, signature) ?? [head, content, signature]).join(".");
}

export function encoded(json: string): string {
  return Buffer.from(json).toString("base64url");
}

function signatureOf(text: string, key: SigningKey["key"], how: Variation): string {
  const { hash = "sha256", isProbabilistic, isInDer } = how;
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

export type JwtKinds = Readonly<
  Partial<Record<CredentialKind, (own: SigningKey, claims: Claims, name: string) => Variation>>
>;

export type Claims = Readonly<Record<string, unknown>>;

/** As long as a good JWT of a test is good for. */
export const AN_HOUR_S = 3600;

export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}
