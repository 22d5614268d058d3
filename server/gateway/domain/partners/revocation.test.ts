import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../platform/system-effects.ts";
import { issueJwt } from "../../http/authentication/jwt.ts";
import { startGateway } from "../../process/start.ts";
import { openDispatch } from "../../testing/dispatch.ts";
import { testSettings } from "../../testing/open-gateway.ts";
import { placeDirect, placeHosted } from "../../testing/orders.ts";
import { verify } from "../../callbacks/verify-callback.ts";
import { StateForbidsError } from "../errors.ts";
import { takeBankDecision } from "../payments/bank-decision.ts";
import { payCheckout } from "../payments/checkout.ts";
import { confirmPayment } from "../payments/verifications.ts";
import { secretsAt } from "./partner.ts";
import { createPartner, rotateSecret, setDisabled } from "./partners.ts";

/** Two gateways on one database. Changes are made through the first, requests are sent to the second. */
async function serveTwice() {
  const settings = await testSettings();
  const first = await startGateway(settings);
  onTestFinished(first.close);
  const second = await startGateway(settings);
  onTestFinished(second.close);
  const { gateway } = first;
  const { partner, secret } = await createPartner(gateway, "P1", { ownerType: false });
  const ask = async (signedWith: string) => {
    const jwt = await issueJwt("P1", signedWith, systemClock.now());
    const url = `${second.url}/api/v2/orders/transactions`;
    const response = await fetch(url, { headers: { "X-SERVICE-AUTH": jwt } });
    return { status: response.status, text: await response.text() };
  };
  return { gateway, partner, secret, ask, second };
}

test("both secrets are accepted until the previous one ends; a rotation without overlap ends both old ones", async () => {
  const { gateway, secret, ask } = await serveTwice();
  const now = Date.now();
  const rotated = await rotateSecret(gateway, "P1", { now, until: now + 60_000 });
  for (const text of [secret, rotated]) expect((await ask(text)).status).toBe(200);
  expect((await ask("x".repeat(43))).status).toBe(401);

  const third = rotateSecret(gateway, "P1", { now, until: now + 120_000 });
  await expect(third).rejects.toThrow(StateForbidsError);
  const last = await rotateSecret(gateway, "P1", { now });
  expect((await ask(last)).status).toBe(200);
  for (const text of [secret, rotated]) expect((await ask(text)).status).toBe(401);
});

test("the previous secret is valid until just before its end", () => {
  const secrets = { secret: "new", previousSecret: { secret: "old", until: 2 } };
  expect(secretsAt(secrets, 1)).toEqual(["old", "new"]);
  expect(secretsAt(secrets, 2)).toEqual(["new"]);
});

test("during a rotation the documented signature uses the previous secret, and the header has signatures of both", async () => {
  const { gateway, received, dispatch, enqueueMany } = await openDispatch(() => 204);
  const before = (await gateway.store.partners.find("P1"))?.secret ?? "";
  // The machine's clock of the dispatcher is at 1000.
  const after = await rotateSecret(gateway, "P1", { now: 0, until: 1001 });
  await enqueueMany(1);
  await dispatch();
  const [sent] = received;
  if (sent === undefined) throw new Error("Nothing was sent.");
  expect(sent.headers["webhook-signature"].split(" ")).toHaveLength(2);
  for (const secrets of [[before], [before, after], [after, before]])
    expect(verify(sent, secrets, 1)).toMatchObject({ ok: true });
  expect(verify(sent, ["x"], 1)).toMatchObject({ ok: false });

  await rotateSecret(gateway, "P1", { now: 1001 });
  await enqueueMany(1);
  await dispatch();
  expect(received[1]?.headers["webhook-signature"].split(" ")).toHaveLength(1);
  expect(received[1] && verify(received[1], [before, after], 1)).toMatchObject({ ok: false });
});

test("a disabled partner gets 401, its orders cannot be paid, and processing payments are still decided", async () => {
  const { gateway, partner, secret, ask, second } = await serveTwice();
  const hosted = await placeHosted(gateway, partner, "o-1", { bankCode: "BANK01" });
  const direct = await placeDirect(gateway, partner, "o-2");
  const started = await placeHosted(gateway, partner, "o-3", { paymentMethod: "VA" });
  await gateway.store.transactions.move(started.id, { from: "pending", to: "processing", at: 0 });
  const links = second.links.in("vi");
  const pages = [links.payment(hosted.id), links.otp(direct.verification.id)];
  const statuses = () => Promise.all(pages.map(async (page) => (await fetch(page)).status));

  await setDisabled(gateway, "P1", true);
  const [refused, forged] = [await ask(secret), await ask("x".repeat(43))];
  expect([refused.status, refused.text]).toEqual([401, forged.text]);
  expect(await statuses()).toEqual([404, 404]);
  const card = { cardNumber: "4111111111111111" };
  const otp = gateway.otps.make(direct.verification.id);
  await expect(payCheckout(second.gateway, hosted.id, card)).rejects.toThrow();
  await expect(confirmPayment(second.gateway, direct.verification.id, otp)).rejects.toThrow();
  const transactionNow = async () => {
    const found = await second.gateway.store.transactions.get(started.id);
    if (found === undefined) throw new Error("The transaction is gone.");
    return found;
  };
  await takeBankDecision(second.gateway, await transactionNow());
  // The ticker of either gateway may have asked the bank first.
  await expect.poll(transactionNow).toMatchObject({ status: "success" });

  await setDisabled(gateway, "P1", false);
  expect((await ask(secret)).status).toBe(200);
  expect(await statuses()).toEqual([200, 200]);
  expect(await payCheckout(second.gateway, hosted.id, card)).toMatchObject({ status: "success" });
});

test("an order is not paid if its partner is disabled while the bank registers the card", async () => {
  const { gateway, partner } = await serveTwice();
  const { id } = await placeHosted(gateway, partner, "o-1", { bankCode: "BANK01" });
  const bank: typeof gateway.bank = {
    ...gateway.bank,
    async register() {
      await setDisabled(gateway, "P1", true);
      return "reference";
    },
  };
  const card = { cardNumber: "4111111111111111" };
  await expect(payCheckout({ ...gateway, bank }, id, card)).rejects.toThrow(StateForbidsError);
  expect(await gateway.store.transactions.get(id)).toMatchObject({ status: "pending" });
});
