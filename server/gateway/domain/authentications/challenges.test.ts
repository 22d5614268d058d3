import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { startAuthentication } from "./authentications.ts";
import { endChallenge } from "./challenges.ts";

test("of two answers at once only the first counts", async () => {
  const gateway = await openTestGateway();
  const caller = { partnerCode: (await gateway.addPartner("P1")).code };
  const card = { number: "4111111111111111", expirationMonth: "12", expirationYear: "30" };
  const request = { merchantRefId: "r-1", amount: 150_000, card };
  const started = await startAuthentication(gateway, caller, request);
  const answers = await Promise.allSettled(
    (["confirm", "fail"] as const).map((answer) => endChallenge(gateway, started, answer)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
