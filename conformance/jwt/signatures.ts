import { constants, createPublicKey } from "node:crypto";
import type { CredentialKind } from "../cases/servers/credentials/credential-kinds.ts";
import {
  AN_HOUR_S,
  encodeBase64Url,
  foreignKey,
  inSeconds,
  type JwtAlgorithm,
  type JwtKinds,
  type SigningKey,
  type Variation,
} from "./token.ts";

export function signatureKinds([first, ...others]: readonly [
  JwtAlgorithm,
  ...JwtAlgorithm[],
]): JwtKinds {
  const algorithms = [first, ...others];
  const family = first.slice(0, 2);
  const withPublicKey = algorithms.includes("RS256") ? "EdDSA" : "RS256";
  const header =
    (fields: Variation["header"] = {}) =>
    () => ({ header: fields });
  const of = (algorithm: JwtAlgorithm, kinds: JwtKinds) =>
    algorithms.includes(algorithm) ? kinds : {};
  return {
    ...(others.length > 0 && { "another-algorithm": () => ({}) }),
    // A service with one key for each user ignores `kid`.
    "superfluous-header": ({ kid = "1" }) => ({ header: { kid, undocumented: true } }),
    "without-type": header({ typ: undefined }),
    altered: () => ({ parts: (head, payload, signature) => [head, payload, other(signature)] }),
    truncated: () => ({ parts: (...parts) => [parts.join(".").slice(0, -10)] }),
    "forged-signature": (own) => ({ by: foreignKey(own) }),
    "altered-payload": (_, claims) => {
      const payload = JSON.stringify({ ...claims, exp: inSeconds(2 * AN_HOUR_S) });
      return { parts: (head, __, signature) => [head, encodeBase64Url(payload), signature] };
    },
    "empty-signature": () => ({ parts: noSignature }),
    "signature-of-zeros": ({ algorithm }) => {
      const zeros = Buffer.alloc(lengths[algorithm]).toString("base64url");
      return { parts: (head, payload) => [head, payload, zeros] };
    },
    "without-signature": () => ({ parts: (head, payload) => [head, payload] }),
    "further-part": () => ({ parts: (...parts) => [...parts, "e30"] }),
    unsigned: () => ({ header: { alg: "none" }, parts: noSignature }),
    "unsigned-in-capitals": () => ({ header: { alg: "NONE" }, parts: noSignature }),
    "other-hash": () => ({ header: { alg: `${family}384` }, hash: "sha384" }),
    "longest-hash": () => ({ header: { alg: `${family}512` }, hash: "sha512" }),
    "named-other-hash": header({ alg: `${family}512` }),
    "public-key-algorithm": header({ alg: withPublicKey }),
    "algorithm-in-lower-case": header({ alg: first.toLowerCase() }),
    "algorithm-missing": header({ alg: undefined }),
    "algorithm-twice": ({ algorithm, kid = "1" }) => ({
      head: `{"alg":"${algorithm}","kid":${JSON.stringify(kid)},"alg":"none"}`,
    }),
    "empty-key": (own) => bySecret(own, ""),
    "name-as-key": (own, _, name) => bySecret(own, name),
    "critical-extension": header({ crit: ["urn:unknown"], "urn:unknown": true }),
    ...keyKinds,
    ...(algorithms.some((algorithm) => algorithm !== "HS256") && publicKeyKinds),
    ...of("RS256", {
      "probabilistic-padding": () => ({ header: { alg: "PS256" }, signing: probabilistic }),
    }),
    ...of("ES256", {
      "signature-in-der": () => ({ signing: { dsaEncoding: "der" } }),
      ...of("RS256", { "algorithm-of-another-key": header({ alg: "RS256" }) }),
    }),
  };
}

const noSignature = (head: string, payload: string) => [head, payload, ""];

/** The algorithm whose key a kind is made with: usually the first. */
export function algorithmOf(
  kind: CredentialKind,
  algorithms: readonly [JwtAlgorithm, ...JwtAlgorithm[]],
): JwtAlgorithm {
  const [first, second = first] = algorithms;
  if (kind === "another-algorithm") return second;
  if (kind in publicKeyKinds) return algorithms.find((algorithm) => algorithm !== "HS256") ?? first;
  if (kind === "probabilistic-padding") return "RS256";
  return isOfES256.has(kind) && algorithms.includes("ES256") ? "ES256" : first;
}

/** RFC 7518, section 3.5. */
const probabilistic = {
  padding: constants.RSA_PKCS1_PSS_PADDING,
  saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
};

const isOfES256: ReadonlySet<CredentialKind> = new Set<CredentialKind>([
  "signature-of-zeros",
  "signature-in-der",
  "algorithm-of-another-key",
]);

const lengths: Readonly<Record<JwtAlgorithm, number>> = { HS256: 32, ES256: 64, RS256: 256 };

/** RFC 8725, section 3.10: a header is untrusted, also where it says which key to use. */
const keyKinds: JwtKinds = {
  "key-in-header": (own) => {
    const by = foreignKey(own);
    return { by, header: { jwk: publicJwk(by) } };
  },
  "key-at-address": byForeign({ jku: "http://127.0.0.1:9/undocumented" }),
  "certificate-in-header": byForeign({ x5c: ["AAAA"] }),
  "kid-unknown": byForeign({ kid: "undocumented" }),
  "kid-missing": byForeign({ kid: undefined }),
  "kid-empty": byForeign({ kid: "" }),
  "kid-no-text": byForeign({ kid: 7 }),
  "kid-list": byForeign({ kid: ["undocumented"] }),
  "kid-of-any-object": byForeign({ kid: "constructor" }),
  "kid-with-marks": byForeign({ kid: "' OR '1'='1" }),
  "kid-as-path": (own) => ({
    ...bySecret(own, ""),
    header: { kid: "../../../../../../dev/null" },
  }),
  "kid-very-long": byForeign({ kid: "k".repeat(2000) }),
};

function byForeign(header: NonNullable<Variation["header"]>) {
  return (own: SigningKey): Variation => ({ by: foreignKey(own), header });
}

/** RFC 8725, section 2.1: algorithm confusion, a public key used as the secret of an HMAC. */
const publicKeyKinds: JwtKinds = {
  "public-key-as-secret": (own) => bySecret(own, publicPem(own)),
  "trimmed-public-key-as-secret": (own) => bySecret(own, publicPem(own).trim()),
  "public-key-bytes-as-secret": (own) =>
    bySecret(own, publicKeyOf(own).export({ type: "spki", format: "der" })),
};

function bySecret({ kid }: SigningKey, key: string | Buffer): Variation {
  return { by: { algorithm: "HS256", key, ...(kid !== undefined && { kid }) } };
}

function publicJwk({ key, ...own }: SigningKey): object {
  return typeof key === "string" || Buffer.isBuffer(key)
    ? { kty: "oct", k: Buffer.from(key).toString("base64url") }
    : publicKeyOf({ key, ...own }).export({ format: "jwk" });
}

function publicPem(own: SigningKey): string {
  return String(publicKeyOf(own).export({ type: "spki", format: "pem" }));
}

function publicKeyOf({ key }: SigningKey) {
  if (typeof key === "string" || Buffer.isBuffer(key))
    throw new TypeError("A secret has no public key.");
  return createPublicKey(key);
}

/** Changes the first character. In the last one, some bits have no meaning. */
function other(signature: string): string {
  return (signature.startsWith("A") ? "B" : "A") + signature.slice(1);
}
