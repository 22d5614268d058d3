import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, errors } from "jose";
import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import { NotAuthenticatedError } from "../../domain/errors.ts";
import { SHORTEST_SECRET_BYTES } from "../../domain/partners/partner.ts";

/** The owner of a JWT, and the secrets with one of which it must be signed. */
export interface Credential<Owner> {
  readonly owner: Owner;
  readonly secrets: readonly string[];
}

/** Maximum time until a JWT expires (choice "jwt"). */
export const LONGEST_LIFE_HOURS = 24;

const CLOCK_TOLERANCE_S = 30;
const ALGORITHM = "HS256";

/**
 * Verifies a JWT by the rules of choice "jwt" and returns its owner.
 *
 * @param header value of the credential header, with or without `Bearer `
 * @param now milliseconds since 1970
 * @throws NotAuthenticatedError with the reason
 */
export async function verifyJwt<Owner>(
  header: string | undefined,
  find: (issuer: string) => Promise<Credential<Owner> | undefined>,
  now: number,
): Promise<Owner> {
  if (!header) throw new NotAuthenticatedError("The credential is missing.");
  const jwt = header.replace(/^Bearer +/i, "");
  const issuer = issuerOf(jwt);
  const credential = await find(issuer);
  const keys = (credential?.secrets ?? [])
    .map((secret) => createSecretKey(secret, "utf8"))
    .filter(({ symmetricKeySize = 0 }) => symmetricKeySize >= SHORTEST_SECRET_BYTES);
  // The message is that of a wrong signature, so that nobody learns which partners exist.
  if (credential === undefined) throw new NotAuthenticatedError(NOT_SIGNED);
  const expiresAt = await verified(jwt, keys, issuer, now);
  const longest = LONGEST_LIFE_HOURS * 3600 + CLOCK_TOLERANCE_S;
  if (expiresAt - now / 1000 > longest)
    throw new NotAuthenticatedError("The JWT's exp is more than 24 hours from now.");
  return credential.owner;
}

/**
 * Issues a JWT as a partner does.
 *
 * @param hours validity, at most 24
 * @param now milliseconds since 1970
 */
export function issueJwt(
  partnerCode: string,
  secret: string,
  now: number,
  hours = LONGEST_LIFE_HOURS,
): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setIssuer(partnerCode)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + Math.round(hours * 3600))
    .sign(new TextEncoder().encode(secret));
}

const NOT_SIGNED = "The JWT is not signed with the secret of the partner that its iss names.";

/** RFC 7515, section 2: Base64url without padding or white space. jose ignores both. */
const COMPACT_JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

function issuerOf(jwt: string): string {
  const { iss } = claimsOf(jwt);
  if (typeof iss !== "string" || iss === "") throw new NotAuthenticatedError("The JWT has no iss.");
  return iss;
}

function claimsOf(jwt: string): JWTPayload {
  try {
    if (!COMPACT_JWT.test(jwt)) throw new errors.JWTInvalid();
    requireAlgorithm(jwt);
    return decodeJwt(jwt);
  } catch (error) {
    if (error instanceof NotAuthenticatedError) throw error;
    throw new NotAuthenticatedError("The credential is not a JWT.", { cause: error });
  }
}

/** Checked before the partner is looked up, so that the response does not reveal whether it exists. */
function requireAlgorithm(jwt: string): void {
  if (decodeProtectedHeader(jwt).alg !== ALGORITHM)
    throw new NotAuthenticatedError("The JWT's alg must be HS256.");
}

async function verified(
  jwt: string,
  [key, ...others]: readonly KeyObject[],
  issuer: string,
  now: number,
): Promise<number> {
  if (key === undefined) throw new NotAuthenticatedError(NOT_SIGNED);
  // The digest depends on the secret, so replacing the secret makes the cached result unusable.
  const digest = createHmac("sha256", key).update(jwt).digest("base64");
  const known = verifiedJwts.get(digest);
  if (known !== undefined && known.from <= now && now < known.until) return known.expiresAt;
  try {
    const { payload } = await jwtVerify(jwt, key, {
      algorithms: [ALGORITHM],
      issuer,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(now),
      requiredClaims: ["iss", "exp"],
    });
    // RFC 7519, section 4.1.3: the gateway has no name that could be in it.
    if (payload.aud !== undefined)
      throw new errors.JWTClaimValidationFailed("unexpected", payload, "aud");
    const expiresAt = payload.exp ?? Infinity;
    if (verifiedJwts.size >= MAX_VERIFIED) verifiedJwts.clear();
    verifiedJwts.set(digest, {
      from: now,
      until: (expiresAt + CLOCK_TOLERANCE_S) * 1000,
      expiresAt,
    });
    return expiresAt;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed && others.length > 0)
      return verified(jwt, others, issuer, now);
    throw new NotAuthenticatedError(describeJwtError(error), { cause: error });
  }
}

/** The validity of a verified JWT in milliseconds, and its `exp` in seconds. */
interface Period {
  readonly from: number;
  readonly until: number;
  readonly expiresAt: number;
}

/** Digests of verified JWTs. If there are too many, all are verified again. */
const verifiedJwts = new Map<string, Period>();

/** A partner uses few JWTs at a time. Each entry takes about 200 bytes. */
const MAX_VERIFIED = 10_000;

function describeJwtError(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "The JWT has expired.";
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The JWT's ${error.claim} is missing or not valid.`;
  return NOT_SIGNED;
}
