import { verify, type KeyObject } from "node:crypto";
import { isObject } from "@contract-toolkit/contract";

/** Public keys by their `kid`. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

/** The only issuer that is accepted. */
export const USER = "ann";

export const AUDIENCE = "noticeboard";

export const TOLERANCE_S = 60;

/** The longest time until a token expires. */
export const LONGEST_LIFE_S = 86_400;

/** The credential is not accepted. */
class NotLetInError extends Error {
  readonly code = "not-let-in";
}

/**
 * Verifies a JWT signed with RS256 or ES256 (RFC 7518, sections 3.3 and 3.4), with the key that its `kid` names.
 *
 * @returns its `iss`
 * @throws {NotLetInError}
 */
export function userOf(token: string, keys: PublicKeys, nowSeconds: number): string {
  const [head = "", payload = "", signature = "", ...further] = token.split(".");
  if (further.length > 0) throw new NotLetInError("It has too many parts.");
  const header = objectIn(head);
  const key = typeof header["kid"] === "string" ? keys.get(header["kid"]) : undefined;
  if (!key) throw new NotLetInError("Its key is unknown.");
  if (header["crit"] !== undefined) throw new NotLetInError("It requires an extension.");
  if (header["alg"] !== algorithmOf(key))
    throw new NotLetInError("Its algorithm is not that of its key.");
  const signed = Buffer.from(`${head}.${payload}`);
  const given = { key, dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", signed, given, Buffer.from(signature, "base64url")))
    throw new NotLetInError("Its signature is wrong.");
  return userIn(objectIn(payload), nowSeconds);
}

function userIn(claims: Readonly<Record<string, unknown>>, nowSeconds: number): string {
  const { iss, aud, exp, nbf } = claims;
  if (iss !== USER) throw new NotLetInError("Its issuer is unknown.");
  if (![aud].flat().includes(AUDIENCE)) throw new NotLetInError("It is for another audience.");
  if (typeof exp !== "number") throw new NotLetInError("It never expires.");
  if (exp + TOLERANCE_S <= nowSeconds) throw new NotLetInError("It has expired.");
  if (exp - nowSeconds > LONGEST_LIFE_S + TOLERANCE_S)
    throw new NotLetInError("It is valid for too long.");
  if (nbf !== undefined && !(typeof nbf === "number" && nbf <= nowSeconds + TOLERANCE_S))
    throw new NotLetInError("It is not valid yet.");
  return USER;
}

function algorithmOf({ asymmetricKeyType }: KeyObject): string {
  return asymmetricKeyType === "ec" ? "ES256" : "RS256";
}

function objectIn(part: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    if (isObject(found)) return found;
  } catch (cause) {
    throw new NotLetInError("It is not a JWT.", { cause });
  }
  throw new NotLetInError("It is not a JWT.");
}
