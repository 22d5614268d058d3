import { type Authentication, eciOf } from "./authentication.ts";
import { moveAuthentication } from "./authentications.ts";
import { requireFound } from "../errors.ts";
import { atomically, type Gateway } from "../dependencies.ts";

/** How a cardholder answers a challenge. */
export type ChallengeAnswer = "confirm" | "fail";

/**
 * The authentication whose holder is challenged, for the page.
 *
 * @throws NotFound
 */
export async function openChallenge({ store }: Gateway, id: string): Promise<Authentication> {
  return requireFound(await store.authentications.get(id), "authentication");
}

/**
 * Takes the holder's answer.
 *
 * @throws StateForbids when there is nothing to answer any more
 */
export async function endChallenge(
  gateway: Gateway,
  authentication: Authentication,
  answer: ChallengeAnswer,
): Promise<Authentication> {
  const confirmed = answer === "confirm";
  const { brand } = authentication.card;
  return atomically(gateway, async (inside) => {
    // A holder who meets a challenge has a card that takes part.
    const asked =
      confirmed && authentication.status === "PENDING"
        ? await moveAuthentication(inside, authentication, "enroll", undefined)
        : authentication;
    const event = confirmed ? "verify" : "fail";
    const eci = eciOf(brand, confirmed ? "confirmed" : "failed");
    return moveAuthentication(inside, asked, event, eci);
  });
}
