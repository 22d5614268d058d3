import { describe, expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { placeDirect } from "../../testing/orders.ts";
import { confirmPayment, openVerification, readOtp } from "./verifications.ts";

async function open(cardNumber = "4111111111111111") {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const source = { type: "card", cardNumber } as const;
  const placed = await placeDirect(gateway, partner, "o-1", { source });
  const caller = { partnerCode: "P1" };
  const transactionId = placed.transaction.id;
  const { otp } = await readOtp(gateway, caller, transactionId);
  const wrong = otp === "000000" ? "000001" : "000000";
  return {
    gateway,
    caller,
    id: placed.verification.id,
    transactionId,
    otp,
    wrong,
  };
}

describe("confirming a direct payment", () => {
  test("a password is used once", async () => {
    const { gateway, id, transactionId, otp } = await open();
    await Promise.allSettled([1, 2, 3].map(() => confirmPayment(gateway, id, otp)));
    const { verification, transaction } = await openVerification(gateway, id);
    expect(verification.status).toBe("AUTHENTICATED");
    expect(transaction.status).toBe("success");
    const { history } = gateway.store;
    const starts = (await history.of("transaction", [transactionId])).filter(
      ({ event }) => event === "start",
    );
    expect(starts).toHaveLength(1);
  });

  test("wrong passwords at once are each counted or refused", async () => {
    const { gateway, id, wrong } = await open();
    const tried = await Promise.allSettled(
      Array.from({ length: 8 }, () => confirmPayment(gateway, id, wrong)),
    );
    const counted = tried.filter(({ status }) => status === "fulfilled").length;
    const { verification } = await openVerification(gateway, id);
    expect(verification.wrongOtps).toBe(Math.min(counted, 5));
  });
});
