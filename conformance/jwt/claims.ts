import { randomUUID } from "node:crypto";
import type { CredentialKind } from "../cases/servers/credentials/credential-kinds.ts";
import { inOtherCase } from "@contract-toolkit/schemas/boundaries/values/other-case";
import { AN_HOUR_S, inSeconds, type Claims, type JwtKinds, type JwtRules } from "./token.ts";

export function claimKinds(rules: JwtRules): JwtKinds {
  const tables = { ...identities(randomUUID()), ...times(rules), ...audiences(rules) };
  const changed = Object.entries(tables).map(
    ([kind, claimsOf]) =>
      [kind, (_: unknown, __: Claims, name: string) => ({ claims: claimsOf(name) })] as const,
  );
  return {
    ...Object.fromEntries(changed),
    "payload-no-object": (_, claims) => ({ payload: JSON.stringify([claims]) }),
    "iss-twice": (_, claims) => ({ payload: withTwice(claims, "iss", "undocumented") }),
    "iss-in-list": (_, { iss }) => ({ claims: { iss: [iss] } }),
    "expiry-twice": (_, claims) => ({ payload: withTwice(claims, "exp", 1) }),
  };
}

type ClaimTable = Readonly<Partial<Record<CredentialKind, (name: string) => Claims>>>;

function identities(usedAgain: string): ClaimTable {
  return {
    good: () => ({ iat: inSeconds(0), jti: randomUUID() }),
    "without-optional-claims": () => ({}),
    "superfluous-claims": () => ({
      role: "reader",
      nested: { list: [1, null] },
      "https://undocumented.example/claim": "",
      email: "undocumented@example.org",
      scope: "undocumented",
    }),
    "used-again": () => ({ jti: usedAgain }),
    "unknown-iss": () => ({ iss: randomUUID() }),
    "iss-missing": () => ({ iss: undefined }),
    "iss-no-text": () => ({ iss: 7 }),
    "iss-empty": () => ({ iss: "" }),
    "iss-in-other-case": (name) => ({ iss: otherName(name) }),
    "iss-with-space": (name) => ({ iss: `${name} ` }),
  };
}

function times({ toleranceSeconds, longestLifeSeconds }: JwtRules): ClaimTable {
  const longest = longestLifeSeconds ?? A_YEAR_S;
  const tooLong = longest + toleranceSeconds;
  return {
    "last-second": () => ({ exp: inSeconds(LEEWAY_S) }),
    ...(toleranceSeconds > 2 * LEEWAY_S && {
      "within-tolerance": () => ({ exp: inSeconds(LEEWAY_S - toleranceSeconds) }),
      "early-within-tolerance": () => ({ nbf: inSeconds(toleranceSeconds - LEEWAY_S) }),
    }),
    "longest-lifetime": () => ({ exp: inSeconds(longest - LEEWAY_S) }),
    "issued-long-ago": () => ({ iat: inSeconds(-2 * longest) }),
    "fractional-expiry": () => ({ exp: inSeconds(AN_HOUR_S) + 0.5 }),
    expired: () => ({ exp: inSeconds(-toleranceSeconds - LEEWAY_S) }),
    "beyond-tolerance": () => ({ exp: inSeconds(-toleranceSeconds - 2 * LEEWAY_S) }),
    "long-expired": () => ({ exp: 1 }),
    "expiry-zero": () => ({ exp: 0 }),
    "expiry-missing": () => ({ exp: undefined }),
    "expiry-null": () => ({ exp: null }),
    "expiry-as-text": () => ({ exp: String(inSeconds(AN_HOUR_S)) }),
    ...(longestLifeSeconds !== undefined && {
      "expiry-in-milliseconds": () => ({ exp: inSeconds(AN_HOUR_S) * 1000 }),
      "lifetime-too-long": () => ({ exp: inSeconds(tooLong + 2 * LEEWAY_S) }),
      "issued-ahead": () => {
        const exp = inSeconds(tooLong + AN_HOUR_S);
        return { iat: exp - LEEWAY_S, exp };
      },
    }),
    "not-yet": () => ({ nbf: inSeconds(toleranceSeconds + AN_HOUR_S) }),
    "not-beyond-tolerance": () => ({ nbf: inSeconds(toleranceSeconds + LEEWAY_S) }),
    "not-before-as-text": () => ({ nbf: String(inSeconds(toleranceSeconds + AN_HOUR_S)) }),
  };
}

function audiences({ audience }: JwtRules): ClaimTable {
  if (audience === undefined) return {};
  return {
    "audience-among-others": () => ({ aud: ["undocumented", audience] }),
    "audience-missing": () => ({ aud: undefined }),
    "audience-other": () => ({ aud: "undocumented" }),
    "audience-continued": () => ({ aud: `${audience}.undocumented` }),
    "audience-in-other-case": () => ({ aud: otherName(audience) }),
    "audience-list-of-others": () => ({ aud: ["undocumented", `${audience}x`] }),
    "audience-empty-list": () => ({ aud: [] }),
  };
}

/** Time for the request, and for clocks that differ by some seconds. */
const LEEWAY_S = 10;
const A_YEAR_S = 31_536_000;

/** The name in another case. A name without letters gets one more character. */
function otherName(name: string): string {
  const respelled = inOtherCase(name);
  return respelled === name ? `${name}x` : respelled;
}

/** An object with a name twice, which only text can have. */
function withTwice(claims: Claims, name: string, last: unknown): string {
  const { [name]: first, ...others } = claims;
  const inside = JSON.stringify({ ...others, undocumented: "" }).slice(1, -1);
  return `{"${name}":${JSON.stringify(first)},${inside},"${name}":${JSON.stringify(last)}}`;
}
