/** A kind of credential that a case is played with. */
export interface CredentialDescription {
  /** Whether the server must accept it. */
  readonly isGood: boolean;
  readonly what: string;
  /** The standard that it follows: `RFC 7519, section 4.1.4`. */
  readonly section: string;
  /** To save time, it is sent to one operation of each security scheme only. */
  readonly isOfOneOperation?: true;
}

/** The kinds of credentials. The first ones apply to any credential, the others to JWTs. */
export const credentialKinds = {
  good: valid("9110 §11.6.2", "a credential as it is documented"),
  "last-second": valid("7519 §4.1.4", "a credential that expires in some seconds"),
  unknown: invalid("9110 §11.6.1", "a credential that was never issued"),
  altered: invalid("9110 §11.6.1", "a good credential with one character changed"),
  truncated: invalid("9110 §11.6.1", "a good credential without its end"),
  expired: invalid("7519 §4.1.4", "an expired credential"),
  "long-expired": invalid("7519 §4.1.4", "a credential that expired years ago"),
  "of-another": invalid("9110 §11.6.1", "a credential for this user that another user has made"),
  "within-tolerance": valid("7519 §4.1.4", "a JWT that expired within the tolerance"),
  "longest-lifetime": valid("7519 §4.1.4", "a JWT with the longest allowed lifetime"),
  "early-within-tolerance": valid("7519 §4.1.5", "a JWT whose nbf is ahead within the tolerance"),
  "without-optional-claims": valid("7519 §4", "a JWT with the required claims only"),
  "superfluous-claims": valid("7519 §4", "a JWT with unknown claims"),
  "issued-long-ago": valid(
    "7519 §4.1.6",
    "a JWT whose iat is longer ago than the longest lifetime",
  ),
  "fractional-expiry": valid("7519 §2", "a JWT whose exp has a fraction"),
  "superfluous-header": valid("7515 §4", "a JWT with unknown header parameters"),
  "without-type": valid("7519 §5.1", "a JWT whose header has no typ"),
  "another-algorithm": goodOnce("7515 §4.1.1", "a JWT with another allowed algorithm"),
  "audience-among-others": goodOnce("7519 §4.1.3", "a JWT with several audiences"),
  "used-again": valid("7519 §4.1.7", "a JWT with a jti that was used before"),
  "forged-signature": invalid("7515 §5.2", "a good JWT that is signed with another key"),
  "altered-payload": invalid("7515 §5.2", "a JWT whose payload was changed after signing"),
  "empty-signature": invalid("7515 §5.2", "a JWT with an empty signature"),
  "without-signature": invalid("7515 §7.1", "a JWT of two parts"),
  "further-part": invalid("7515 §7.1", "a JWT of four parts"),
  unsigned: invalid("8725 §3.1", "a JWT with the algorithm none"),
  "unsigned-in-capitals": invalid("8725 §3.1", "a JWT with the algorithm NONE"),
  "other-hash": invalid("8725 §3.1", "a JWT that is signed with a longer hash than allowed"),
  "longest-hash": invalid("8725 §3.1", "a JWT that is signed with the longest hash"),
  "named-other-hash": invalid(
    "8725 §3.1",
    "a JWT whose alg names another hash than its signature has",
  ),
  "public-key-algorithm": invalid(
    "8725 §3.1",
    "a JWT whose alg names an algorithm with public keys",
  ),
  "algorithm-in-lower-case": invalid("7515 §4.1.1", "a JWT with the algorithm hs256"),
  "algorithm-missing": invalid("7515 §4.1.1", "a JWT without alg"),
  "empty-key": invalid("8725 §3.5", "a JWT that is signed with an empty key"),
  "name-as-key": invalid("8725 §3.5", "a JWT that is signed with the name of the user"),
  "critical-extension": invalid("7515 §4.1.11", "a JWT that requires an unknown extension"),
  "unknown-iss": invalid("8725 §3.8", "a JWT with an unknown iss"),
  "iss-missing": invalid("8725 §3.8", "a JWT without iss"),
  "iss-no-text": invalid("7519 §4.1.1", "a JWT whose iss is a number"),
  "iss-empty": invalid("8725 §3.8", "a JWT whose iss is empty"),
  "iss-in-other-case": invalid("7519 §4.1.1", "a JWT whose iss is in another case"),
  "iss-with-space": invalid("7519 §4.1.1", "a JWT whose iss has a space after it"),
  "expiry-zero": invalid("7519 §4.1.4", "a JWT that expired in 1970"),
  "expiry-missing": invalid("7519 §4.1.4", "a JWT without exp"),
  "expiry-as-text": invalid("7519 §4.1.4", "a JWT whose exp is a text"),
  "beyond-tolerance": invalid("7519 §4.1.4", "a JWT that expired before the tolerance"),
  "lifetime-too-long": invalid("7519 §4.1.4", "a JWT with a longer lifetime than allowed"),
  "issued-ahead": invalid("7519 §4.1.6", "a JWT with its iat shortly before an exp too far ahead"),
  "not-yet": invalid("7519 §4.1.5", "a JWT whose nbf is an hour ahead"),
  "iss-in-list": once("7519 §4.1.1", "a JWT whose iss is a list"),
  "iss-twice": once("7519 §4", "a JWT with two iss, the last of them unknown"),
  "expiry-twice": once("7519 §4", "a JWT with two exp, the last of them in the past"),
  "expiry-null": once("7519 §4.1.4", "a JWT whose exp is null"),
  "expiry-in-milliseconds": once("7519 §4.1.4", "a JWT whose exp is in milliseconds"),
  "not-beyond-tolerance": once("7519 §4.1.5", "a JWT whose nbf is ahead beyond the tolerance"),
  "not-before-as-text": once("7519 §4.1.5", "a JWT whose nbf is a text, an hour ahead"),
  "audience-missing": once("7519 §4.1.3", "a JWT without aud"),
  "audience-other": invalid("7519 §4.1.3", "a JWT with another audience"),
  "audience-continued": once("7519 §4.1.3", "a JWT whose aud continues the name of the audience"),
  "audience-in-other-case": once("7519 §4.1.3", "a JWT whose aud is in another case"),
  "audience-list-of-others": once("7519 §4.1.3", "a JWT with several other audiences"),
  "audience-empty-list": once("7519 §4.1.3", "a JWT whose aud is an empty list"),
  "signature-of-zeros": once("8725 §3.3", "a JWT whose signature is zeros"),
  "signature-in-der": once("7518 §3.4", "a JWT with an ES256 signature in DER"),
  "probabilistic-padding": once("8725 §3.1", "a JWT with PS256 instead of RS256"),
  "algorithm-twice": once("7515 §4", "a JWT with two alg, the last of them none"),
  "algorithm-of-another-key": once("8725 §3.1", "a JWT whose alg is that of another key"),
  "public-key-as-secret": invalid(
    "8725 §2.1",
    "a JWT with HS256, signed with the public key in PEM",
  ),
  "trimmed-public-key-as-secret": once(
    "8725 §2.1",
    "a JWT with HS256, signed with the public key in PEM without its last line end",
  ),
  "public-key-bytes-as-secret": once("8725 §2.1", "an HS256 JWT, signed with the key in DER"),
  "key-in-header": once("7515 §10.1", "a JWT with its own key in the header"),
  "key-at-address": once("8725 §3.10", "a JWT with the URL of its key"),
  "certificate-in-header": once("7515 §4.1.6", "a JWT with its own certificate in the header"),
  "kid-unknown": once("7515 §4.1.4", "a forged JWT with an unknown kid"),
  "kid-missing": once("7515 §4.1.4", "a forged JWT without a kid"),
  "kid-empty": once("7515 §4.1.4", "a forged JWT whose kid is empty"),
  "kid-no-text": once("7515 §4.1.4", "a forged JWT whose kid is a number"),
  "kid-list": once("7515 §4.1.4", "a forged JWT whose kid is a list"),
  "kid-of-any-object": once("8725 §3.10", "a forged JWT whose kid is constructor"),
  "kid-with-marks": once("8725 §3.10", "a forged JWT whose kid is an SQL injection"),
  "kid-as-path": once("8725 §3.10", "a JWT with an empty key and the kid /dev/null"),
  "kid-very-long": once("8725 §3.10", "a forged JWT whose kid is very long"),
  "payload-no-object": invalid("7519 §7.2", "a JWT whose payload is a list"),
} as const satisfies Readonly<Record<string, CredentialDescription>>;

/** The name of a kind. */
export type CredentialKind = keyof typeof credentialKinds;

function valid(rule: string, what: string): CredentialDescription {
  return { isGood: true, what, section: `RFC ${rule.replace(" §", ", section ")}` };
}

function invalid(rule: string, what: string): CredentialDescription {
  return { ...valid(rule, what), isGood: false };
}

function goodOnce(rule: string, what: string): CredentialDescription {
  return { ...valid(rule, what), isOfOneOperation: true };
}

function once(rule: string, what: string): CredentialDescription {
  return { ...invalid(rule, what), isOfOneOperation: true };
}

/** What a provider needs to know to make a credential. */
export interface CredentialContext {
  readonly server: URL;
  readonly place: CredentialPlace;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes a credential of one kind, without its scheme (`Bearer`). */
type MakeCredential = (context: CredentialContext) => string | Promise<string>;

/** Makes each kind of credential, unless it does not apply to the service. */
export type CredentialMakers = Readonly<Record<CredentialKind, MakeCredential | "not applicable">>;

/** Makers of some kinds. The other kinds do not apply. */
export function makersOf(some: Partial<CredentialMakers>): CredentialMakers {
  return { ...notApplicable, ...some };
}

const notApplicable = Object.fromEntries(
  Object.keys(credentialKinds).map((kind) => [kind, "not applicable"]),
) as unknown as CredentialMakers;

/** Where a credential is sent, and the word before it (`type`, such as `Bearer`). */
export interface CredentialPlace {
  readonly scheme: string;
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly type?: string;
}
