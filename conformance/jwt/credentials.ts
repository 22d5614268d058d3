import { randomBytes } from "node:crypto";
import {
  makersOf,
  type CredentialContext,
  type CredentialKind,
  type CredentialMakers,
} from "../cases/servers/credentials/credential-kinds.ts";
import { claimKinds } from "./claims.ts";
import { algorithmOf, signatureKinds } from "./signatures.ts";
import {
  AN_HOUR_S,
  inSeconds,
  findSigningKey,
  writeJwt,
  type JwtRules,
  type JwtUser,
} from "./token.ts";

/**
 * Makes JWTs of every kind for a service whose JWTs have the claims `iss` and `exp` and are signed with a secret (HS256) or a
 * private key (RS256, ES256).
 *
 * @example
 * export const provider: Provider = {
 *   states: {},
 *   makeCredential: jwtCredentials({ toleranceSeconds: 0, user: async () => ({ name: "me", secret }) }),
 * };
 */
export function jwtCredentials(rules: JwtRules): CredentialMakers {
  const { algorithms = ["HS256"], audience, another } = rules;
  const [userOf, anotherOf] = [oncePerServer(rules.user), another && oncePerServer(another)];
  const kinds = {
    ...claimKinds(rules),
    ...signatureKinds(algorithms),
    ...(another && { "of-another": () => ({}) }),
  };
  const made = Object.entries(kinds).map(([kind, vary]) => {
    const make = async (context: CredentialContext) => {
      const user = await userOf(context);
      const signer = kind === "of-another" && anotherOf ? await anotherOf(context) : user;
      const own = findSigningKey(signer, algorithmOf(kind as CredentialKind, algorithms));
      const aud = audience === undefined ? {} : { aud: audience };
      const claims = { iss: user.name, exp: inSeconds(AN_HOUR_S), ...aud, ...user.claims };
      return writeJwt(own, claims, vary(own, claims, user.name));
    };
    return [kind, make] as const;
  });
  return makersOf({
    ...Object.fromEntries(made),
    unknown: () => randomBytes(24).toString("base64url"),
  });
}

function oncePerServer(make: JwtRules["user"]): JwtRules["user"] {
  const users = new Map<string, Promise<JwtUser>>();
  return (context) => {
    const known = users.get(context.server.href) ?? make(context);
    users.set(context.server.href, known);
    return known;
  };
}
