import {
  makersOf,
  type CredentialContext,
  type CredentialMakers,
} from "../cases/servers/credentials/credential-kinds.ts";
import { claimKinds } from "./claims.ts";
import { AN_HOUR_S, inSeconds, type JwtRules, type MakeJwt, keyOf, type JwtUser } from "./token.ts";
import { signatureKinds } from "./signatures.ts";

/**
 * Makes JWTs of every kind for a service whose JWTs have `iss` and `exp`, and are signed with a secret (HS256) or a private key
 * (RS256, ES256).
 *
 * @example
 * export const provider: Provider = {
 *   states: {},
 *   makeCredential: jwtCredentials({ toleranceSeconds: 0, user: async () => ({ name: "me", secret }) }),
 * };
 */
export function jwtCredentials(rules: JwtRules): CredentialMakers {
  const { algorithms = ["HS256"], audience } = rules;
  const users = new Map<string, Promise<JwtUser>>();
  const userOf = (context: CredentialContext) => {
    const known = users.get(context.server.href) ?? rules.user(context);
    users.set(context.server.href, known);
    return known;
  };
  const made: MakeJwt = (make, algorithm = algorithms[0]) => {
    return async (context) => {
      const user = await userOf(context);
      const aud = audience === undefined ? {} : { aud: audience };
      const claims = { iss: user.name, exp: inSeconds(AN_HOUR_S), ...aud, ...user.claims };
      return make(keyOf(user, algorithm), claims, user);
    };
  };
  return makersOf({
    ...claimKinds(rules, made),
    ...signatureKinds(algorithms, made),
  });
}
