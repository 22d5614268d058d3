import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import type { AuthenticationStatus } from "./authentication.ts";
import { startAuthentication } from "./authentications.ts";
import { endChallenge } from "./challenges.ts";

const caller = { partnerCode: "P1" };

async function start(number: string, status?: AuthenticationStatus) {
  const gateway = await openTestGateway();
  await gateway.addPartner("P1");
  const card = { number, expirationMonth: "12", expirationYear: "30" };
  const started = await startAuthentication(gateway, caller, {
    merchantRefId: "r-1",
    amount: 150_000,
    card,
    status,
  });
  return { gateway, started };
}

test("a pending authentication is enrolled on the way", async () => {
  const { gateway, started } = await start("4111111111111111", "PENDING");
  await endChallenge(gateway, started, "confirm");
  const { history } = gateway.store;
  const events = (await history.of("authentication", [started.id])).map(({ event }) => event);
  expect(events.sort()).toEqual(["enroll", "make", "verify"]);
});

test("of two answers at once one counts", async () => {
  const { gateway, started } = await start("4111111111111111");
  const answers = await Promise.allSettled(
    (["confirm", "fail"] as const).map((answer) => endChallenge(gateway, started, answer)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
