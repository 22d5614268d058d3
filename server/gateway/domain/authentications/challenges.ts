import { type Authentication, eciOf } from "./authentication.ts";
import { moveAuthentication } from "./authentications.ts";
import { requireFound } from "../errors.ts";
import { atomically, type Gateway } from "../dependencies.ts";

/** The cardholder's answer to a challenge. */
export type ChallengeResponse = "confirm" | "fail";

/**
 * The authentication of a challenge page.
 *
 * @throws NotFoundError
 */
export async function openChallenge({ store }: Gateway, id: string): Promise<Authentication> {
  return requireFound(await store.authentications.get(id), "authentication");
}

/**
 * Applies the cardholder's answer to a challenge.
 *
 * @throws StateForbidsError if the authentication is final
 */
export async function endChallenge(
  gateway: Gateway,
  authentication: Authentication,
  response: ChallengeResponse,
): Promise<Authentication> {
  const confirmed = response === "confirm";
  const { brand } = authentication.card;
  return atomically(gateway, async (inside) => {
    // Only enrolled cards can be challenged.
    const asked =
      confirmed && authentication.status === "PENDING"
        ? await moveAuthentication(inside, authentication, "enroll", undefined)
        : authentication;
    const event = confirmed ? "verify" : "fail";
    const eci = eciOf(brand, confirmed ? "confirmed" : "failed");
    return moveAuthentication(inside, asked, event, eci);
  });
}
