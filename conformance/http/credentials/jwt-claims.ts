import { randomUUID } from "node:crypto";
import type { CredentialMakers } from "./credential-kinds.ts";
import { AN_HOUR_S, inSeconds, type Claims, type JwtRules, type MakeJwt } from "./jwt-rules.ts";
import { signatureOf, signed, signedPart } from "./jwt-token.ts";

/** JWTs that are signed as documented, with claims of every kind. */
export function claimKinds(rules: JwtRules, made: MakeJwt): Partial<CredentialMakers> {
  const withClaims = (changed: () => Claims) =>
    made((own, claims) => signed({ ...claims, ...changed() }, own));
  const usedAgain = randomUUID();
  return {
    good: withClaims(() => ({ iat: inSeconds(0), jti: randomUUID() })),
    "without-optional-claims": withClaims(() => ({})),
    "superfluous-claims": withClaims(() => ({
      role: "reader",
      nested: { list: [1, null] },
      "https://undocumented.example/claim": "",
      email: "undocumented@example.org",
      scope: "undocumented",
    })),
    "used-again": withClaims(() => ({ jti: usedAgain })),
    "payload-no-object": made((own, claims) => signed([claims], own)),
    "iss-twice": made((own, claims) => {
      const { iss, ...others } = claims;
      return withPayload(
        own,
        `{"iss":${JSON.stringify(iss)},${inside(others)},"iss":"undocumented"}`,
      );
    }),
    "unknown-iss": withClaims(() => ({ iss: randomUUID() })),
    "iss-missing": withClaims(() => ({ iss: undefined })),
    "iss-no-text": withClaims(() => ({ iss: 7 })),
    "iss-in-list": made((own, claims) => signed({ ...claims, iss: [claims["iss"]] }, own)),
    "iss-empty": withClaims(() => ({ iss: "" })),
    "iss-in-other-case": made((own, claims, { name }) =>
      signed({ ...claims, iss: inOtherCase(name) }, own),
    ),
    "iss-with-space": made((own, claims, { name }) => signed({ ...claims, iss: `${name} ` }, own)),
    ...times(rules, made, withClaims),
    ...audiences(rules, withClaims),
  };
}

function times(
  { toleranceSeconds, longestLifeSeconds }: JwtRules,
  made: MakeJwt,
  withClaims: (changed: () => Claims) => ReturnType<MakeJwt>,
): Partial<CredentialMakers> {
  const isTolerant = toleranceSeconds > 2 * LEEWAY_S;
  return {
    "last-second": withClaims(() => ({ exp: inSeconds(LEEWAY_S) })),
    "within-tolerance": isTolerant
      ? withClaims(() => ({ exp: inSeconds(LEEWAY_S - toleranceSeconds) }))
      : "not applicable",
    "early-within-tolerance": isTolerant
      ? withClaims(() => ({ nbf: inSeconds(toleranceSeconds - LEEWAY_S) }))
      : "not applicable",
    "longest-lifetime": withClaims(() => ({
      exp: inSeconds((longestLifeSeconds ?? A_YEAR_S) - LEEWAY_S),
    })),
    "issued-long-ago": withClaims(() => ({
      iat: inSeconds(-2 * (longestLifeSeconds ?? A_YEAR_S)),
    })),
    "fractional-expiry": withClaims(() => ({ exp: inSeconds(AN_HOUR_S) + 0.5 })),
    expired: withClaims(() => ({ exp: inSeconds(-toleranceSeconds - LEEWAY_S) })),
    "beyond-tolerance": withClaims(() => ({ exp: inSeconds(-toleranceSeconds - 2 * LEEWAY_S) })),
    "long-expired": withClaims(() => ({ exp: 1 })),
    "expiry-twice": made((own, { exp, ...claims }) =>
      withPayload(own, `{"exp":${JSON.stringify(exp)},${inside(claims)},"exp":1}`),
    ),
    "expiry-zero": withClaims(() => ({ exp: 0 })),
    "expiry-missing": withClaims(() => ({ exp: undefined })),
    "expiry-null": withClaims(() => ({ exp: null })),
    "expiry-as-text": withClaims(() => ({ exp: String(inSeconds(AN_HOUR_S)) })),
    ...(longestLifeSeconds !== undefined && {
      "expiry-in-milliseconds": withClaims(() => ({ exp: inSeconds(AN_HOUR_S) * 1000 })),
      "lifetime-too-long": withClaims(() => ({
        exp: inSeconds(longestLifeSeconds + toleranceSeconds + 2 * LEEWAY_S),
      })),
      "issued-ahead": withClaims(() => {
        const exp = inSeconds(longestLifeSeconds + toleranceSeconds + AN_HOUR_S);
        return { iat: exp - LEEWAY_S, exp };
      }),
    }),
    "not-yet": withClaims(() => ({ nbf: inSeconds(toleranceSeconds + AN_HOUR_S) })),
    "not-beyond-tolerance": withClaims(() => ({ nbf: inSeconds(toleranceSeconds + LEEWAY_S) })),
    "not-before-as-text": withClaims(() => ({
      nbf: String(inSeconds(toleranceSeconds + AN_HOUR_S)),
    })),
  };
}

function audiences(
  { audience }: JwtRules,
  withClaims: (changed: () => Claims) => ReturnType<MakeJwt>,
): Partial<CredentialMakers> {
  if (audience === undefined) return {};
  return {
    "audience-among-others": withClaims(() => ({ aud: ["undocumented", audience] })),
    "audience-missing": withClaims(() => ({ aud: undefined })),
    "audience-other": withClaims(() => ({ aud: "undocumented" })),
    "audience-continued": withClaims(() => ({ aud: `${audience}.undocumented` })),
    "audience-in-other-case": withClaims(() => ({ aud: inOtherCase(audience) })),
    "audience-list-of-others": withClaims(() => ({ aud: ["undocumented", `${audience}x`] })),
    "audience-empty-list": withClaims(() => ({ aud: [] })),
  };
}

/** Requests take a while, and clocks of two machines are not the same to the second. */
const LEEWAY_S = 10;
const A_YEAR_S = 31_536_000;

function inOtherCase(text: string): string {
  const capitals = text.toUpperCase();
  const other = capitals === text ? text.toLowerCase() : capitals;
  // Digits have no case.
  return other === text ? `${text}x` : other;
}

/** What no object can say: a name twice. */
function withPayload(own: Parameters<typeof signatureOf>[1], json: string): string {
  const [header = ""] = signedPart({}, own).split(".");
  const text = `${header}.${Buffer.from(json).toString("base64url")}`;
  return `${text}.${signatureOf(text, own)}`;
}

function inside(claims: Claims): string {
  return JSON.stringify({ ...claims, undocumented: "" }).slice(1, -1);
}
