import { createHmac, randomBytes, randomUUID } from "node:crypto";
import {
  makersOf,
  type CredentialContext,
  type CredentialMakers,
  type MakeCredential,
} from "./credential-kinds.ts";

/** A user whose JWTs are signed with a secret that both sides have (HS256, RFC 7518, section 3.2). */
export interface JwtUser {
  /** Its `iss`. */
  readonly name: string;
  readonly secret: string;
  /** Claims that a JWT of this user has to have beside `iss` and `exp`. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** What a service demands of JWTs. */
export interface JwtRules {
  /** By how much the clocks of both sides may differ. */
  readonly toleranceSeconds: number;
  /** How far ahead `exp` may be; undefined: as far as one likes. */
  readonly longestLifeSeconds?: number;
  /** A user of the server under test; asked once for each run. */
  readonly user: (context: CredentialContext) => Promise<JwtUser>;
}

/**
 * Makes JWTs of every kind for a service whose JWTs are signed with HS256 and have `iss` and `exp`.
 *
 * @example
 * export const provider: Provider = {
 *   states: {},
 *   makeCredential: jwtCredentials({ toleranceSeconds: 0, user: async () => ({ name: "me", secret }) }),
 * };
 */
export function jwtCredentials({
  toleranceSeconds,
  longestLifeSeconds,
  user,
}: JwtRules): CredentialMakers {
  const users = new Map<string, Promise<JwtUser>>();
  const userOf = (context: CredentialContext) => {
    const known = users.get(context.server.href) ?? user(context);
    users.set(context.server.href, known);
    return known;
  };
  const made = (make: (user: JwtUser, claims: Claims) => string): MakeCredential => {
    return async (context) => {
      const found = await userOf(context);
      return make(found, { iss: found.name, exp: inSeconds(AN_HOUR_S), ...found.claims });
    };
  };
  const withClaims = (changed: () => Claims) =>
    made(({ secret }, claims) => signed({ ...claims, ...changed() }, secret));
  const usedAgain = randomUUID();
  return makersOf({
    good: withClaims(() => ({ iat: inSeconds(0), jti: randomUUID() })),
    "last-second": withClaims(() => ({ exp: inSeconds(LEEWAY_S) })),
    "within-tolerance":
      toleranceSeconds > 2 * LEEWAY_S
        ? withClaims(() => ({ exp: inSeconds(LEEWAY_S - toleranceSeconds) }))
        : "not applicable",
    "early-within-tolerance":
      toleranceSeconds > 2 * LEEWAY_S
        ? withClaims(() => ({ nbf: inSeconds(toleranceSeconds - LEEWAY_S) }))
        : "not applicable",
    "longest-lifetime": withClaims(() => ({
      exp: inSeconds((longestLifeSeconds ?? A_YEAR_S) - LEEWAY_S),
    })),
    "without-optional-claims": withClaims(() => ({})),
    "superfluous-claims": withClaims(() => ({ role: "reader", nested: { list: [1, null] } })),
    "used-again": withClaims(() => ({ jti: usedAgain })),
    "issued-long-ago": withClaims(() => ({
      iat: inSeconds(-2 * (longestLifeSeconds ?? A_YEAR_S)),
    })),
    "fractional-expiry": withClaims(() => ({ exp: inSeconds(AN_HOUR_S) + 0.5 })),
    "superfluous-header": made(({ secret }, claims) =>
      signed(claims, secret, "HS256", "HS256", { kid: "1", undocumented: true }),
    ),
    "without-type": made(({ secret }, claims) =>
      signed(claims, secret, "HS256", "HS256", { typ: undefined }),
    ),
    unknown: () => randomBytes(24).toString("base64url"),
    altered: made(({ secret }, claims) => withOtherSignature(signed(claims, secret))),
    truncated: made(({ secret }, claims) => signed(claims, secret).slice(0, -10)),
    expired: withClaims(() => ({ exp: inSeconds(-toleranceSeconds - LEEWAY_S) })),
    "beyond-tolerance": withClaims(() => ({ exp: inSeconds(-toleranceSeconds - 2 * LEEWAY_S) })),
    "long-expired": withClaims(() => ({ exp: 1 })),
    "of-another": made((_, claims) => signed(claims, otherSecret)),
    "forged-signature": made(({ secret }, claims) => {
      const parts = signed(claims, secret).split(".");
      return [...parts.slice(0, 2), signatureOf(parts.slice(0, 2).join("."), otherSecret)].join(
        ".",
      );
    }),
    "altered-payload": made(({ secret }, claims) => {
      const [header = "", , signature = ""] = signed(claims, secret).split(".");
      return [header, encoded({ ...claims, exp: inSeconds(2 * AN_HOUR_S) }), signature].join(".");
    }),
    "empty-signature": made(({ secret }, claims) => `${unsignedPart(claims, secret)}.`),
    "without-signature": made(({ secret }, claims) => unsignedPart(claims, secret)),
    "further-part": made(({ secret }, claims) => `${signed(claims, secret)}.e30`),
    unsigned: made((_, claims) => `${encoded({ alg: "none", typ: "JWT" })}.${encoded(claims)}.`),
    "unsigned-in-capitals": made(
      (_, claims) => `${encoded({ alg: "NONE", typ: "JWT" })}.${encoded(claims)}.`,
    ),
    "other-hash": made(({ secret }, claims) => signed(claims, secret, "HS384")),
    "longest-hash": made(({ secret }, claims) => signed(claims, secret, "HS512")),
    "named-other-hash": made(({ secret }, claims) => signed(claims, secret, "HS256", "HS512")),
    "public-key-algorithm": made(({ secret }, claims) => signed(claims, secret, "HS256", "RS256")),
    "algorithm-in-lower-case": made(({ secret }, claims) =>
      signed(claims, secret, "HS256", "hs256"),
    ),
    "algorithm-missing": made(({ secret }, claims) =>
      signed(claims, secret, "HS256", "HS256", { alg: undefined }),
    ),
    "empty-key": made((_, claims) => signed(claims, "")),
    "name-as-key": made(({ name }, claims) => signed(claims, name.padEnd(32, "0"))),
    "critical-extension": made(({ secret }, claims) =>
      signed(claims, secret, "HS256", "HS256", { crit: ["urn:unknown"], "urn:unknown": true }),
    ),
    "unknown-iss": withClaims(() => ({ iss: randomUUID() })),
    "iss-missing": withClaims(() => ({ iss: undefined })),
    "iss-no-text": withClaims(() => ({ iss: 7 })),
    "iss-empty": withClaims(() => ({ iss: "" })),
    "iss-in-other-case": made(({ name, secret }, claims) =>
      signed({ ...claims, iss: inOtherCase(name) }, secret),
    ),
    "iss-with-space": made(({ name, secret }, claims) =>
      signed({ ...claims, iss: `${name} ` }, secret),
    ),
    "expiry-zero": withClaims(() => ({ exp: 0 })),
    "expiry-missing": withClaims(() => ({ exp: undefined })),
    "expiry-as-text": withClaims(() => ({ exp: String(inSeconds(AN_HOUR_S)) })),
    "lifetime-too-long":
      longestLifeSeconds === undefined
        ? "not applicable"
        : withClaims(() => ({
            exp: inSeconds(longestLifeSeconds + toleranceSeconds + 2 * LEEWAY_S),
          })),
    "issued-ahead":
      longestLifeSeconds === undefined
        ? "not applicable"
        : withClaims(() => {
            const exp = inSeconds(longestLifeSeconds + toleranceSeconds + AN_HOUR_S);
            return { iat: exp - LEEWAY_S, exp };
          }),
    "not-yet": withClaims(() => ({ nbf: inSeconds(AN_HOUR_S) })),
    "payload-no-object": made(({ secret }, claims) => signed([claims], secret)),
  });
}

type Claims = Readonly<Record<string, unknown>>;

/** Requests take a while, and clocks of two machines are not the same to the second. */
const LEEWAY_S = 10;
const AN_HOUR_S = 3600;
const A_YEAR_S = 31_536_000;

const otherSecret = "another secret, which nobody has registered";

function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

function inOtherCase(text: string): string {
  const capitals = text.toUpperCase();
  const other = capitals === text ? text.toLowerCase() : capitals;
  // Digits have no case.
  return other === text ? `${text}x` : other;
}

function encoded(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

const hashes = { HS256: "sha256", HS384: "sha384", HS512: "sha512" } as const;

function signatureOf(
  text: string,
  secret: string,
  algorithm: keyof typeof hashes = "HS256",
): string {
  return createHmac(hashes[algorithm], secret).update(text).digest("base64url");
}

/** RFC 7515, section 7.1. */
function signed(
  claims: unknown,
  secret: string,
  algorithm: keyof typeof hashes = "HS256",
  named: string = algorithm,
  further: Claims = {},
): string {
  const text = `${encoded({ alg: named, typ: "JWT", ...further })}.${encoded(claims)}`;
  return `${text}.${signatureOf(text, secret, algorithm)}`;
}

function unsignedPart(claims: Claims, secret: string): string {
  return signed(claims, secret).split(".").slice(0, 2).join(".");
}

/** The first character of the signature: of the last, some bits mean nothing. */
function withOtherSignature(jwt: string): string {
  const at = jwt.lastIndexOf(".") + 1;
  return jwt.slice(0, at) + (jwt[at] === "A" ? "B" : "A") + jwt.slice(at + 1);
}
