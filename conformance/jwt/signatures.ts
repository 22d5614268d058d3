import { createPublicKey, randomBytes, type KeyObject } from "node:crypto";
import type {
  CredentialMakers,
  MakeCredential,
} from "../cases/servers/credentials/credential-kinds.ts";
import {
  AN_HOUR_S,
  inSeconds,
  type Claims,
  type MakeJwt,
  encoded,
  foreignKey,
  signatureOf,
  signed,
  signedPart,
  type JwtAlgorithm,
  type Signing,
  type SigningKey,
} from "./token.ts";

/** JWTs with good claims whose headers and signatures are of every kind. */
export function signatureKinds(
  algorithms: readonly [JwtAlgorithm, ...JwtAlgorithm[]],
  made: MakeJwt,
): Partial<CredentialMakers> {
  const [, another] = algorithms;
  const withSigning = (how: Signing) => made((own, claims) => signed(claims, own, how));
  const family = algorithms[0].slice(0, 2);
  return {
    ...(another && { "another-algorithm": made((own, claims) => signed(claims, own), another) }),
    "superfluous-header": made((own, claims) =>
      // A service that has one key for each user need not look for it.
      signed(claims, own, { header: { kid: own.kid ?? "1", undocumented: true } }),
    ),
    "without-type": withSigning({ header: { typ: undefined } }),
    unknown: () => randomBytes(24).toString("base64url"),
    altered: made((own, claims) => withOtherSignature(signed(claims, own))),
    truncated: made((own, claims) => signed(claims, own).slice(0, -10)),
    "of-another": made((own, claims) => signed(claims, foreignKey(own))),
    "forged-signature": made((own, claims) => {
      const text = signedPart(claims, own);
      return `${text}.${signatureOf(text, foreignKey(own))}`;
    }),
    "altered-payload": made((own, claims) => {
      const [header = "", , signature = ""] = signed(claims, own).split(".");
      return [header, encoded({ ...claims, exp: inSeconds(2 * AN_HOUR_S) }), signature].join(".");
    }),
    "empty-signature": made((own, claims) => `${signedPart(claims, own)}.`),
    "signature-of-zeros": made(
      (own, claims) =>
        `${signedPart(claims, own)}.${Buffer.alloc(lengths[own.algorithm]).toString("base64url")}`,
      algorithms.find((each) => each === "ES256"),
    ),
    "without-signature": made((own, claims) => signedPart(claims, own)),
    "further-part": made((own, claims) => `${signed(claims, own)}.e30`),
    unsigned: made((own, claims) => `${signedPart(claims, own, { alg: "none" })}.`),
    "unsigned-in-capitals": made((own, claims) => `${signedPart(claims, own, { alg: "NONE" })}.`),
    "other-hash": withSigning({ header: { alg: `${family}384` }, hash: "sha384" }),
    "longest-hash": withSigning({ header: { alg: `${family}512` }, hash: "sha512" }),
    "named-other-hash": withSigning({ header: { alg: `${family}512` } }),
    "public-key-algorithm": withSigning({
      header: { alg: algorithms.includes("RS256") ? "EdDSA" : "RS256" },
    }),
    "algorithm-in-lower-case": withSigning({ header: { alg: algorithms[0].toLowerCase() } }),
    "algorithm-missing": withSigning({ header: { alg: undefined } }),
    "algorithm-twice": made((own, claims) => {
      const header = `{"alg":"${own.algorithm}","kid":${JSON.stringify(own.kid ?? "1")},"alg":"none"}`;
      const text = `${Buffer.from(header).toString("base64url")}.${encoded(claims)}`;
      return `${text}.${signatureOf(text, own)}`;
    }),
    "empty-key": made((own, claims) => withSecret(claims, own, "")),
    "name-as-key": made((own, claims, { name }) => withSecret(claims, own, name.padEnd(32, "0"))),
    "critical-extension": withSigning({ header: { crit: ["urn:unknown"], "urn:unknown": true } }),
    ...keyKinds(made),
    ...confusions(algorithms, made),
  };
}

const lengths: Readonly<Record<JwtAlgorithm, number>> = { HS256: 32, ES256: 64, RS256: 256 };

/** RFC 8725, section 3.10: what a header says of keys is its sender's, whom nobody knows yet. */
function keyKinds(made: MakeJwt): Partial<CredentialMakers> {
  const ofForeign = (headerOf: (foreign: SigningKey) => Signing["header"]) =>
    made((own, claims) => {
      const foreign = foreignKey(own);
      return signed(claims, foreign, { header: headerOf(foreign) ?? {} });
    });
  const kid = (value: unknown) => ofForeign(() => ({ kid: value }));
  return {
    "key-in-header": ofForeign((foreign) => ({ jwk: publicJwk(foreign) })),
    "key-at-address": ofForeign(() => ({ jku: "http://127.0.0.1:9/undocumented" })),
    "certificate-in-header": ofForeign(() => ({ x5c: ["AAAA"] })),
    "kid-unknown": kid("undocumented"),
    "kid-missing": kid(undefined),
    "kid-empty": kid(""),
    "kid-no-text": kid(7),
    "kid-list": kid(["undocumented"]),
    "kid-of-any-object": kid("constructor"),
    "kid-with-marks": kid("' OR '1'='1"),
    "kid-as-path": made((own, claims) =>
      withSecret(claims, own, "", { kid: "../../../../../../dev/null" }),
    ),
    "kid-very-long": kid("k".repeat(2000)),
  };
}

/** RFC 8725, section 2.1: one algorithm in the place of another. */
function confusions(algorithms: readonly JwtAlgorithm[], made: MakeJwt): Partial<CredentialMakers> {
  const asymmetric = algorithms.find((each) => each !== "HS256");
  const withPublicKey = (bytesOf: (pem: string, der: Buffer) => string | Buffer): MakeCredential =>
    made((own, claims) => {
      const key = createPublicKey(privateKeyOf(own));
      const pem = String(key.export({ type: "spki", format: "pem" }));
      const der = key.export({ type: "spki", format: "der" });
      return withSecret(claims, own, bytesOf(pem, der));
    }, asymmetric);
  return {
    ...(asymmetric && {
      "public-key-as-secret": withPublicKey((pem) => pem),
      "trimmed-public-key-as-secret": withPublicKey((pem) => pem.trim()),
      "public-key-bytes-as-secret": withPublicKey((_, der) => der),
    }),
    ...(algorithms.includes("RS256") && {
      "probabilistic-padding": made(
        (own, claims) => signed(claims, own, { header: { alg: "PS256" }, isProbabilistic: true }),
        "RS256",
      ),
    }),
    ...(algorithms.includes("ES256") && {
      "signature-in-der": made((own, claims) => signed(claims, own, { isInDer: true }), "ES256"),
    }),
    ...(algorithms.includes("RS256") &&
      algorithms.includes("ES256") && {
        "algorithm-of-another-key": made(
          (own, claims) => signed(claims, own, { header: { alg: "RS256" } }),
          "ES256",
        ),
      }),
  };
}

/** Signed with HS256 by some bytes. */
function withSecret(
  claims: Claims,
  { kid }: SigningKey,
  secret: string | Buffer,
  header: Signing["header"] = {},
): string {
  const own = { algorithm: "HS256", key: secret, ...(kid !== undefined && { kid }) } as const;
  return signed(claims, own, { header });
}

function publicJwk({ key }: SigningKey): object {
  return typeof key === "string" || Buffer.isBuffer(key)
    ? { kty: "oct", k: Buffer.from(key).toString("base64url") }
    : createPublicKey(key).export({ format: "jwk" });
}

function privateKeyOf({ key }: SigningKey): KeyObject {
  if (typeof key === "string" || Buffer.isBuffer(key))
    throw new TypeError("A secret has no halves.");
  return key;
}

/** The first character of the signature: of the last, some bits mean nothing. */
function withOtherSignature(jwt: string): string {
  const at = jwt.lastIndexOf(".") + 1;
  return jwt.slice(0, at) + (jwt[at] === "A" ? "B" : "A") + jwt.slice(at + 1);
}
