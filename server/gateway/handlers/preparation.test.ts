import { expect, onTestFinished, test, vi } from "vitest";
import { saveCard } from "../domain/cards/saved-cards.ts";
import { changePartner, createPartner } from "../domain/partners/partners.ts";
import { systemClock } from "../system-effects.ts";
import { issueJwt } from "../security/jwt.ts";
import { startGateway } from "../start.ts";
import { testSettings } from "../testing/open-gateway.ts";
import { directBody, hostedBody } from "../testing/order-bodies.ts";

/** A served gateway, whose bank and saved cards tell how often they are asked. */
async function serve() {
  const { url, gateway, close } = await startGateway(await testSettings());
  onTestFinished(close);
  const { partner, secret } = await createPartner(gateway, "P1", { ownerType: false });
  const jwt = await issueJwt("P1", secret, systemClock.now());
  const caller = { partnerCode: partner.code };
  const card = { cardNumber: "4111111111111111", expirationMonth: "12", expirationYear: "30" };
  const { token, saved } = await saveCard(gateway, caller, card);
  const register = vi.spyOn(gateway.bank, "register");
  const find = vi.spyOn(gateway.store.savedCards, "find");
  const send = async (path: string, body: object) => {
    const response = await fetch(`${url}/api/v2/orders/${path}`, {
      method: "POST",
      headers: { "X-SERVICE-AUTH": jwt, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.status;
  };
  return { gateway, token, saved, send, register, find };
}

test("a card that pays directly is registered with the bank once", async () => {
  const { send, register } = await serve();
  expect(await send("create-payment", directBody("o-1"))).toBe(200);
  expect(register).toHaveBeenCalledTimes(1);
});

test("the saved card that pays is looked up once, and the order is bound to what was found", async () => {
  const { gateway, token, saved, send, find } = await serve();
  const paying = { paymentMethod: "CC", action: "PAY_WITH_TOKEN", token };
  expect(await send("payment", hostedBody("o-1", { transaction: paying }))).toBe(200);
  expect(find).toHaveBeenCalledTimes(1);
  const { transactions } = await gateway.store.transactions.list({
    partnerCode: "P1",
    limit: 1,
    page: 1,
  });
  expect(transactions).toMatchObject([
    { tokenDigest: saved.digest, bankReference: saved.bankReference },
  ]);
});

test("what is refused by its amount alone is prepared once as well", async () => {
  const { send, register } = await serve();
  const transaction = { amount: 1 };
  expect(await send("create-payment", directBody("o-1", { transaction }))).toBe(400);
  expect(register).toHaveBeenCalledTimes(1);
});

test("a change of the partner while the bank takes the card is not half in the payment", async () => {
  const { gateway, send, register } = await serve();
  register.mockImplementationOnce(async () => {
    await changePartner(gateway, "P1", { customerFees: { CC: 3300 }, paymentMethods: [] });
    return "reference";
  });
  expect(await send("create-payment", directBody("o-1"))).toBe(200);
  const filter = { partnerCode: "P1", limit: 1, page: 1 };
  const { transactions } = await gateway.store.transactions.list(filter);
  expect(transactions).toMatchObject([{ customerFee: 0 }]);
});
