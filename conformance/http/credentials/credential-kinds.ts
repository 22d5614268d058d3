/** A kind of credential that cases ask a provider for. */
export interface KindOfCredential {
  readonly isGood: boolean;
  readonly what: string;
  readonly section: string;
  /**
   * One operation of each security scheme stands for all: a server that forgets to look at a credential is found out by the
   * other kinds, and those of these that it reads wrongly it reads wrongly everywhere.
   */
  readonly isOfOneOperation?: true;
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
  "another-algorithm": once(
    good("a JWT of another algorithm that is documented", "RFC 7515, section 4.1.1"),
  ),
  "audience-among-others": once(good("a JWT that is for several", "RFC 7519, section 4.1.3")),
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
  "iss-in-list": once(bad("a JWT whose iss is a list", "RFC 7519, section 4.1.1")),
  "iss-twice": once(
    bad("a JWT with two iss, of which nobody knows the last", "RFC 7519, section 4"),
  ),
  "expiry-twice": once(bad("a JWT with two exp, the last of them over", "RFC 7519, section 4")),
  "expiry-null": once(bad("a JWT whose exp is null", "RFC 7519, section 4.1.4")),
  "expiry-in-milliseconds": once(
    bad("a JWT whose exp is in milliseconds", "RFC 7519, section 4.1.4"),
  ),
  "not-beyond-tolerance": once(
    bad("a JWT whose nbf is ahead by more than clocks may differ", "RFC 7519, section 4.1.5"),
  ),
  "not-before-as-text": once(
    bad("a JWT whose nbf is a text, an hour ahead", "RFC 7519, section 4.1.5"),
  ),
  "audience-missing": once(bad("a JWT that is for nobody", "RFC 7519, section 4.1.3")),
  "audience-other": bad("a JWT that is for somebody else", "RFC 7519, section 4.1.3"),
  "audience-continued": once(
    bad("a JWT that is for somebody whose name begins alike", "RFC 7519, section 4.1.3"),
  ),
  "audience-in-other-case": once(
    bad("a JWT whose aud is in another case", "RFC 7519, section 4.1.3"),
  ),
  "audience-list-of-others": once(
    bad("a JWT that is for several others", "RFC 7519, section 4.1.3"),
  ),
  "audience-empty-list": once(bad("a JWT whose aud is an empty list", "RFC 7519, section 4.1.3")),
  "signature-of-zeros": once(bad("a JWT with zeros for a signature", "RFC 8725, section 3.3")),
  "signature-in-der": once(
    bad("a JWT of ES256 whose signature is in DER", "RFC 7518, section 3.4"),
  ),
  "probabilistic-padding": once(bad("a JWT of PS256 for one of RS256", "RFC 8725, section 3.1")),
  "algorithm-twice": once(
    bad("a JWT that names two algorithms, the last none", "RFC 7515, section 4"),
  ),
  "algorithm-of-another-key": once(
    bad("a JWT that names the algorithm of another key", "RFC 8725, section 3.1"),
  ),
  "public-key-as-secret": bad(
    "a JWT of HS256 signed with the public key in PEM",
    "RFC 8725, section 2.1",
  ),
  "trimmed-public-key-as-secret": once(
    bad(
      "a JWT of HS256 signed with the public key in PEM without its last line end",
      "RFC 8725, section 2.1",
    ),
  ),
  "public-key-bytes-as-secret": once(
    bad("a JWT of HS256 signed with the bytes of the public key", "RFC 8725, section 2.1"),
  ),
  "key-in-header": once(
    bad("a JWT that brings the key of its signature", "RFC 7515, section 10.1"),
  ),
  "key-at-address": once(bad("a JWT that says where its key is", "RFC 8725, section 3.10")),
  "certificate-in-header": once(bad("a JWT that brings a certificate", "RFC 7515, section 4.1.6")),
  "kid-unknown": once(bad("a forged JWT with a kid that nobody knows", "RFC 7515, section 4.1.4")),
  "kid-missing": once(bad("a forged JWT without a kid", "RFC 7515, section 4.1.4")),
  "kid-empty": once(bad("a forged JWT whose kid is empty", "RFC 7515, section 4.1.4")),
  "kid-no-text": once(bad("a forged JWT whose kid is a number", "RFC 7515, section 4.1.4")),
  "kid-list": once(bad("a forged JWT whose kid is a list", "RFC 7515, section 4.1.4")),
  "kid-of-any-object": once(
    bad("a forged JWT whose kid is a name that objects have", "RFC 8725, section 3.10"),
  ),
  "kid-with-marks": once(bad("a forged JWT whose kid has marks of SQL", "RFC 8725, section 3.10")),
  "kid-as-path": once(
    bad(
      "a JWT signed with nothing, whose kid is the path of an empty file",
      "RFC 8725, section 3.10",
    ),
  ),
  "kid-very-long": once(bad("a forged JWT whose kid is very long", "RFC 8725, section 3.10")),
  "payload-no-object": bad("a JWT whose payload is a list", "RFC 7519, section 7.2"),
} as const satisfies Readonly<Record<string, KindOfCredential>>;

/** The name of a kind. */
export type CredentialKind = keyof typeof credentialKinds;

function once(kind: KindOfCredential): KindOfCredential {
  return { ...kind, isOfOneOperation: true };
}

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
