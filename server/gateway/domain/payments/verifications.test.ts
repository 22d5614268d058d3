import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { placeDirect } from "../../testing/orders.ts";
import { confirmPayment, openVerification, readOtp } from "./verifications.ts";

async function open() {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const { transaction, verification } = await placeDirect(gateway, partner, "o-1");
  const { otp } = await readOtp(gateway, { partnerCode: "P1" }, transaction.id);
  return { gateway, id: verification.id, transactionId: transaction.id, otp };
}

test("a one-time password confirms once", async () => {
  const { gateway, id, transactionId, otp } = await open();
  await Promise.allSettled([1, 2, 3].map(() => confirmPayment(gateway, id, otp)));
  const { verification, transaction } = await openVerification(gateway, id);
  expect([verification.status, transaction.status]).toEqual(["AUTHENTICATED", "success"]);
  const changes = await gateway.store.history.of("transaction", [transactionId]);
  expect(changes.filter(({ event }) => event === "start")).toHaveLength(1);
});

test("each of several wrong passwords at once is counted or refused", async () => {
  const { gateway, id, otp } = await open();
  const wrong = otp === "000000" ? "000001" : "000000";
  const tried = await Promise.allSettled(
    Array.from({ length: 8 }, () => confirmPayment(gateway, id, wrong)),
  );
  const counted = tried.filter(({ status }) => status === "fulfilled").length;
  const { verification } = await openVerification(gateway, id);
  expect(verification.wrongOtps).toBe(Math.min(counted, 5));
});
