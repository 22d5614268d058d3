/** A kind of credential that cases ask a provider for. */
export interface KindOfCredential {
  readonly isGood: boolean;
  readonly what: string;
  /** What it follows: `RFC 7519, section 4.1.4`. */
  readonly section: string;
  /**
   * One operation of each security scheme stands for all: a server that forgets to look at a credential is found out by the
   * other kinds, and those of these that it reads wrongly it reads wrongly everywhere.
   */
  readonly isOfOneOperation?: true;
}

/** The kinds of credentials that there are cases of, each with an RFC and its section. The first ones concern any credential, the others JWTs. */
export const credentialKinds = {
  good: good("9110 §11.6.2", "a credential as it is documented"),
  "last-second": good("7519 §4.1.4", "a credential that is just not over yet"),
  unknown: bad("9110 §11.6.1", "a credential that was never issued"),
  altered: bad("9110 §11.6.1", "a good credential with one character changed"),
  truncated: bad("9110 §11.6.1", "a good credential without its end"),
  expired: bad("7519 §4.1.4", "a credential whose time is over"),
  "long-expired": bad("7519 §4.1.4", "a credential whose time has been over for years"),
  "of-another": bad(
    "9110 §11.6.1",
    "a credential that someone else has made in the name of this user",
  ),
  "within-tolerance": good("7519 §4.1.4", "a JWT that was over for less than clocks may differ"),
  "longest-lifetime": good("7519 §4.1.4", "a JWT that is good for as long as it may"),
  "early-within-tolerance": good(
    "7519 §4.1.5",
    "a JWT whose nbf is ahead by less than clocks may differ",
  ),
  "without-optional-claims": good("7519 §4", "a JWT that has only what it needs"),
  "superfluous-claims": good("7519 §4", "a JWT with claims that nobody knows"),
  "issued-long-ago": good(
    "7519 §4.1.6",
    "a JWT whose iat is longer ago than it may still be good for",
  ),
  "fractional-expiry": good("7519 §2", "a JWT whose exp has a fraction"),
  "superfluous-header": good("7515 §4", "a JWT whose header has more than it needs"),
  "without-type": good("7519 §5.1", "a JWT whose header has no typ"),
  "another-algorithm": goodOnce("7515 §4.1.1", "a JWT of another algorithm that is documented"),
  "audience-among-others": goodOnce("7519 §4.1.3", "a JWT that is for several"),
  "used-again": good("7519 §4.1.7", "a JWT with a jti that was used before"),
  "forged-signature": bad(
    "7515 §5.2",
    "the header and payload of a good JWT, signed with another key",
  ),
  "altered-payload": bad("7515 §5.2", "a JWT whose payload was changed after signing"),
  "empty-signature": bad("7515 §5.2", "a JWT with nothing for a signature"),
  "without-signature": bad("7515 §7.1", "a JWT of two parts"),
  "further-part": bad("7515 §7.1", "a JWT of four parts"),
  unsigned: bad("8725 §3.1", "a JWT of the algorithm none"),
  "unsigned-in-capitals": bad("8725 §3.1", "a JWT of the algorithm NONE"),
  "other-hash": bad("8725 §3.1", "a JWT signed with a longer hash than documented"),
  "longest-hash": bad("8725 §3.1", "a JWT signed with the longest hash"),
  "named-other-hash": bad("8725 §3.1", "a JWT that names another hash than it has"),
  "public-key-algorithm": bad("8725 §3.1", "a JWT that names an algorithm with public keys"),
  "algorithm-in-lower-case": bad("7515 §4.1.1", "a JWT of the algorithm hs256"),
  "algorithm-missing": bad("7515 §4.1.1", "a JWT that names no algorithm"),
  "empty-key": bad("8725 §3.5", "a JWT signed with a key of no length"),
  "name-as-key": bad("8725 §3.5", "a JWT signed with the user's name"),
  "critical-extension": bad("7515 §4.1.11", "a JWT that demands an extension nobody knows"),
  "unknown-iss": bad("8725 §3.8", "a JWT whose iss nobody knows"),
  "iss-missing": bad("8725 §3.8", "a JWT without iss"),
  "iss-no-text": bad("7519 §4.1.1", "a JWT whose iss is a number"),
  "iss-empty": bad("8725 §3.8", "a JWT whose iss is empty"),
  "iss-in-other-case": bad("7519 §4.1.1", "a JWT whose iss is in another case"),
  "iss-with-space": bad("7519 §4.1.1", "a JWT whose iss has a space after it"),
  "expiry-zero": bad("7519 §4.1.4", "a JWT that was over in 1970"),
  "expiry-missing": bad("7519 §4.1.4", "a JWT that never ends"),
  "expiry-as-text": bad("7519 §4.1.4", "a JWT whose exp is a text"),
  "beyond-tolerance": bad("7519 §4.1.4", "a JWT that was over for longer than clocks may differ"),
  "lifetime-too-long": bad("7519 §4.1.4", "a JWT that is good for longer than it may"),
  "issued-ahead": bad(
    "7519 §4.1.6",
    "a JWT that is good for longer than it may, with an iat shortly before its exp",
  ),
  "not-yet": bad("7519 §4.1.5", "a JWT whose nbf is an hour ahead"),
  "iss-in-list": once("7519 §4.1.1", "a JWT whose iss is a list"),
  "iss-twice": once("7519 §4", "a JWT with two iss, of which nobody knows the last"),
  "expiry-twice": once("7519 §4", "a JWT with two exp, the last of them over"),
  "expiry-null": once("7519 §4.1.4", "a JWT whose exp is null"),
  "expiry-in-milliseconds": once("7519 §4.1.4", "a JWT whose exp is in milliseconds"),
  "not-beyond-tolerance": once(
    "7519 §4.1.5",
    "a JWT whose nbf is ahead by more than clocks may differ",
  ),
  "not-before-as-text": once("7519 §4.1.5", "a JWT whose nbf is a text, an hour ahead"),
  "audience-missing": once("7519 §4.1.3", "a JWT that is for nobody"),
  "audience-other": bad("7519 §4.1.3", "a JWT that is for somebody else"),
  "audience-continued": once("7519 §4.1.3", "a JWT that is for somebody whose name begins alike"),
  "audience-in-other-case": once("7519 §4.1.3", "a JWT whose aud is in another case"),
  "audience-list-of-others": once("7519 §4.1.3", "a JWT that is for several others"),
  "audience-empty-list": once("7519 §4.1.3", "a JWT whose aud is an empty list"),
  "signature-of-zeros": once("8725 §3.3", "a JWT with zeros for a signature"),
  "signature-in-der": once("7518 §3.4", "a JWT of ES256 whose signature is in DER"),
  "probabilistic-padding": once("8725 §3.1", "a JWT of PS256 for one of RS256"),
  "algorithm-twice": once("7515 §4", "a JWT that names two algorithms, the last none"),
  "algorithm-of-another-key": once("8725 §3.1", "a JWT that names the algorithm of another key"),
  "public-key-as-secret": bad("8725 §2.1", "a JWT of HS256 signed with the public key in PEM"),
  "trimmed-public-key-as-secret": once(
    "8725 §2.1",
    "a JWT of HS256 signed with the public key in PEM without its last line end",
  ),
  "public-key-bytes-as-secret": once(
    "8725 §2.1",
    "a JWT of HS256 signed with the bytes of the public key",
  ),
  "key-in-header": once("7515 §10.1", "a JWT that brings the key of its signature"),
  "key-at-address": once("8725 §3.10", "a JWT that says where its key is"),
  "certificate-in-header": once("7515 §4.1.6", "a JWT that brings a certificate"),
  "kid-unknown": once("7515 §4.1.4", "a forged JWT with a kid that nobody knows"),
  "kid-missing": once("7515 §4.1.4", "a forged JWT without a kid"),
  "kid-empty": once("7515 §4.1.4", "a forged JWT whose kid is empty"),
  "kid-no-text": once("7515 §4.1.4", "a forged JWT whose kid is a number"),
  "kid-list": once("7515 §4.1.4", "a forged JWT whose kid is a list"),
  "kid-of-any-object": once("8725 §3.10", "a forged JWT whose kid is a name that objects have"),
  "kid-with-marks": once("8725 §3.10", "a forged JWT whose kid has marks of SQL"),
  "kid-as-path": once(
    "8725 §3.10",
    "a JWT signed with nothing, whose kid is the path of an empty file",
  ),
  "kid-very-long": once("8725 §3.10", "a forged JWT whose kid is very long"),
  "payload-no-object": bad("7519 §7.2", "a JWT whose payload is a list"),
} as const satisfies Readonly<Record<string, KindOfCredential>>;

/** The name of a kind. */
export type CredentialKind = keyof typeof credentialKinds;

function good(rule: string, what: string): KindOfCredential {
  return { isGood: true, what, section: `RFC ${rule.replace(" §", ", section ")}` };
}

function bad(rule: string, what: string): KindOfCredential {
  return { ...good(rule, what), isGood: false };
}

function goodOnce(rule: string, what: string): KindOfCredential {
  return { ...good(rule, what), isOfOneOperation: true };
}

function once(rule: string, what: string): KindOfCredential {
  return { ...bad(rule, what), isOfOneOperation: true };
}

/** What a provider makes credentials with. */
export interface CredentialContext {
  readonly server: URL;
  readonly place: CredentialPlace;
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
  readonly scheme: string;
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly type?: string;
}
