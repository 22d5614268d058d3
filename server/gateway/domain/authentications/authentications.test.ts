import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { startAuthentication } from "./authentications.ts";
import { testCards } from "../bank/bank-test-data.ts";
import { InvalidInput } from "../errors.ts";
import { saveCard } from "../cards/saved-cards.ts";

const caller = { partnerCode: "P1" };
const expiry = { expirationMonth: "12", expirationYear: "30" };

test("a test card starts an authentication where the table says how, and can be saved in any case", async () => {
  const gateway = await openTestGateway();
  await gateway.addPartner("P1");
  for (const { number, enrolment } of testCards) {
    const started = startAuthentication(gateway, caller, {
      merchantRefId: "m-1",
      amount: 150_000,
      card: { number, ...expiry },
    });
    if (enrolment === undefined) await expect(started).rejects.toThrow(InvalidInput);
    else expect((await started).status).toBe(statuses[enrolment]);
    const { saved } = await saveCard(gateway, caller, { cardNumber: number, ...expiry });
    expect(saved.status).toBe("active");
  }
});

const statuses = {
  challenge: "CARD_ENROLLED",
  frictionless: "VERIFIED",
  "not-enrolled": "CARD_NOT_ENROLLED",
  "check-failed": "ENROLLMENT_CHECK_FAILED",
  failed: "FAILED",
} as const;
