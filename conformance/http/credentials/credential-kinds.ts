/** A kind of credential that cases ask a provider for. */
export interface KindOfCredential {
  readonly isGood: boolean;
  readonly what: string;
  readonly section: string;
}

/** The kinds of credentials that there are cases of. The first ones concern any credential, the others JWTs. */
export const credentialKinds = {
  good: good("a credential as it is documented", "RFC 9110, section 11.6.2"),
  "last-second": good("a credential that is just not over yet", "RFC 7519, section 4.1.4"),
  unknown: bad("a credential that was never issued", "RFC 9110, section 11.6.1"),
  altered: bad("a good credential with one character changed", "RFC 9110, section 11.6.1"),
  truncated: bad("a good credential without its end", "RFC 9110, section 11.6.1"),
  expired: bad("a credential whose time is over", "RFC 7519, section 4.1.4"),
  "long-expired": bad("a credential whose time has been over for years", "RFC 7519, section 4.1.4"),
  "of-another": bad(
    "a credential that someone else has made in the name of this user",
    "RFC 9110, section 11.6.1",
  ),
  "within-tolerance": good(
    "a JWT that was over for less than clocks may differ",
    "RFC 7519, section 4.1.4",
  ),
  "longest-lifetime": good("a JWT that is good for as long as it may", "RFC 7519, section 4.1.4"),
  "early-within-tolerance": good(
    "a JWT whose nbf is ahead by less than clocks may differ",
    "RFC 7519, section 4.1.5",
  ),
  "without-optional-claims": good("a JWT that has only what it needs", "RFC 7519, section 4"),
  "superfluous-claims": good("a JWT with claims that nobody knows", "RFC 7519, section 4"),
  "issued-long-ago": good(
    "a JWT whose iat is longer ago than it may still be good for",
    "RFC 7519, section 4.1.6",
  ),
  "fractional-expiry": good("a JWT whose exp has a fraction", "RFC 7519, section 2"),
  "superfluous-header": good("a JWT whose header has more than it needs", "RFC 7515, section 4"),
  "without-type": good("a JWT whose header has no typ", "RFC 7519, section 5.1"),
  "used-again": good("a JWT with a jti that was used before", "RFC 7519, section 4.1.7"),
  "forged-signature": bad(
    "the header and payload of a good JWT, signed with another key",
    "RFC 7515, section 5.2",
  ),
  "altered-payload": bad("a JWT whose payload was changed after signing", "RFC 7515, section 5.2"),
  "empty-signature": bad("a JWT with nothing for a signature", "RFC 7515, section 5.2"),
  "without-signature": bad("a JWT of two parts", "RFC 7515, section 7.1"),
  "further-part": bad("a JWT of four parts", "RFC 7515, section 7.1"),
  unsigned: bad("a JWT of the algorithm none", "RFC 8725, section 3.1"),
  "unsigned-in-capitals": bad("a JWT of the algorithm NONE", "RFC 8725, section 3.1"),
  "other-hash": bad("a JWT signed with a longer hash than documented", "RFC 8725, section 3.1"),
  "longest-hash": bad("a JWT signed with the longest hash", "RFC 8725, section 3.1"),
  "named-other-hash": bad("a JWT that names another hash than it has", "RFC 8725, section 3.1"),
  "public-key-algorithm": bad(
    "a JWT that names an algorithm with public keys",
    "RFC 8725, section 3.1",
  ),
  "algorithm-in-lower-case": bad("a JWT of the algorithm hs256", "RFC 7515, section 4.1.1"),
  "algorithm-missing": bad("a JWT that names no algorithm", "RFC 7515, section 4.1.1"),
  "empty-key": bad("a JWT signed with a key of no length", "RFC 8725, section 3.5"),
  "name-as-key": bad("a JWT signed with the user's name", "RFC 8725, section 3.5"),
  "critical-extension": bad(
    "a JWT that demands an extension nobody knows",
    "RFC 7515, section 4.1.11",
  ),
  "unknown-iss": bad("a JWT whose iss nobody knows", "RFC 8725, section 3.8"),
  "iss-missing": bad("a JWT without iss", "RFC 8725, section 3.8"),
  "iss-no-text": bad("a JWT whose iss is a number", "RFC 7519, section 4.1.1"),
  "iss-empty": bad("a JWT whose iss is empty", "RFC 8725, section 3.8"),
  "iss-in-other-case": bad("a JWT whose iss is in another case", "RFC 7519, section 4.1.1"),
  "iss-with-space": bad("a JWT whose iss has a space after it", "RFC 7519, section 4.1.1"),
  "expiry-zero": bad("a JWT that was over in 1970", "RFC 7519, section 4.1.4"),
  "expiry-missing": bad("a JWT that never ends", "RFC 7519, section 4.1.4"),
  "expiry-as-text": bad("a JWT whose exp is a text", "RFC 7519, section 4.1.4"),
  "beyond-tolerance": bad(
    "a JWT that was over for longer than clocks may differ",
    "RFC 7519, section 4.1.4",
  ),
  "lifetime-too-long": bad("a JWT that is good for longer than it may", "RFC 7519, section 4.1.4"),
  "issued-ahead": bad(
    "a JWT that is good for longer than it may, with an iat shortly before its exp",
    "RFC 7519, section 4.1.6",
  ),
  "not-yet": bad("a JWT whose nbf is an hour ahead", "RFC 7519, section 4.1.5"),
  "payload-no-object": bad("a JWT whose payload is a list", "RFC 7519, section 7.2"),
} as const satisfies Readonly<Record<string, KindOfCredential>>;

/** The name of a kind. */
export type CredentialKind = keyof typeof credentialKinds;

function good(what: string, section: string): KindOfCredential {
  return { isGood: true, what, section };
}

function bad(what: string, section: string): KindOfCredential {
  return { isGood: false, what, section };
}

/** What a provider makes credentials with. */
export interface CredentialContext {
  readonly server: URL;
  /** What the credential is for. */
  readonly place: CredentialPlace;
  /** The credentials of the run. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes a credential of one kind, without what stands before it (`Bearer`). */
export type MakeCredential = (context: CredentialContext) => string | Promise<string>;

/** How to make a credential of each kind, or that there is no such thing as one of it. */
export type CredentialMakers = Readonly<Record<CredentialKind, MakeCredential | "not applicable">>;

/** Makers of some kinds; there is no such thing as one of the others. */
export function makersOf(some: Partial<CredentialMakers>): CredentialMakers {
  return { ...notApplicable, ...some };
}

const notApplicable = Object.fromEntries(
  Object.keys(credentialKinds).map((kind) => [kind, "not applicable"]),
) as unknown as CredentialMakers;

/** Where a credential is sent, and what stands before it there. */
export interface CredentialPlace {
  /** Name of its security scheme, or of the parameter that carries it. */
  readonly scheme: string;
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly type?: string;
}
