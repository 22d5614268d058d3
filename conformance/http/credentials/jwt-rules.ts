import type { CredentialContext } from "./credential-kinds.ts";
import type { JwtAlgorithm, JwtUser, SigningKey } from "./jwt-token.ts";

/** What a service demands of JWTs. */
export interface JwtRules {
  /** By how much the clocks of both sides may differ. */
  readonly toleranceSeconds: number;
  /** How far ahead `exp` may be; undefined: as far as one likes. */
  readonly longestLifeSeconds?: number;
  /** What it has to be signed with, one of these; default: HS256. Most kinds are made with the first. */
  readonly algorithms?: readonly [JwtAlgorithm, ...JwtAlgorithm[]];
  /** Whom it has to be for; undefined: `aud` is not looked at. */
  readonly audience?: string;
  /** A user of the server under test; asked once for each run. */
  readonly user: (context: CredentialContext) => Promise<JwtUser>;
}

/** Makes JWTs of a user's key and the claims of a good one. */
export type MakeJwt = (
  make: (own: SigningKey, claims: Claims, user: JwtUser) => string,
  algorithm?: JwtAlgorithm,
) => (context: CredentialContext) => Promise<string>;

/** Claims of a JWT. */
export type Claims = Readonly<Record<string, unknown>>;

/** As long as a good JWT of a test is good for. */
export const AN_HOUR_S = 3600;

/** A time from now on, as claims have it. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}
