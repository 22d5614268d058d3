import { expect, test, vi } from "vitest";
import { saveCard } from "../../domain/cards/saved-cards.ts";
import { changePartner } from "../../domain/partners/partners.ts";
import { listOwnTransactions } from "../../domain/payments/payments.ts";
import { directBody, hostedBody } from "../../testing/order-bodies.ts";
import { serve } from "../../testing/serve.ts";

/** A running gateway that counts the calls of its bank and its saved cards. */
async function open() {
  const { gateway, partner, call } = await serve();
  const caller = { partnerCode: partner.code };
  const card = { cardNumber: "4111111111111111", expirationMonth: "12", expirationYear: "30" };
  const { token, saved } = await saveCard(gateway, caller, card);
  const register = vi.spyOn(gateway.bank, "register");
  const find = vi.spyOn(gateway.store.savedCards, "get");
  const send = async (path: string, body: object) =>
    (await call("POST", `/api/v2/orders/${path}`, body)).status;
  return { gateway, token, saved, send, register, find };
}

const newest = { partnerCode: "P1", limit: 1, page: 1 };

const number = "4111111111111111";
const account = { accountNumber: "0071000123456", identificationNumber: "001099012345" };
const accountHolder = { accountHolderName: "NGUYEN VAN A" };
const holderName = "NGUYEN VAN A";

test.each([
  [{}, { type: "card", cardNumber: number, holderName, month: "12", year: "30" }],
  [
    { sourceOfFunds: { type: "Account", account: { ...account, ...accountHolder } } },
    { type: "account", ...account, holderName },
  ],
])("the bank gets the whole source of funds once: %j", async (further, source) => {
  const { send, register } = await open();
  const paymentMethod = source.type === "card" ? "CC" : "ATM";
  const body = { ...directBody("o-1", { transaction: { paymentMethod } }), ...further };
  expect(await send("create-payment", body)).toBe(200);
  expect(register.mock.calls.map(([registered]) => registered)).toEqual([source]);
});

test("a saved card is read once, and the order refers to it", async () => {
  const { gateway, token, saved, send, find } = await open();
  const paying = { paymentMethod: "CC", action: "PAY_WITH_TOKEN", token };
  expect(await send("payment", hostedBody("o-1", { transaction: paying }))).toBe(200);
  expect(find).toHaveBeenCalledTimes(1);
  const { transactions } = await listOwnTransactions(gateway, newest);
  expect(transactions).toMatchObject([
    { tokenDigest: saved.digest, bankReference: saved.bankReference },
  ]);
});

test("a change of the partner while the bank registers the card does not affect the payment", async () => {
  const { gateway, send, register } = await open();
  register.mockImplementationOnce(async () => {
    await changePartner(gateway, "P1", { customerFees: { CC: 3300 }, paymentMethods: [] });
    return "reference";
  });
  expect(await send("create-payment", directBody("o-1"))).toBe(200);
  const { transactions } = await listOwnTransactions(gateway, newest);
  expect(transactions).toMatchObject([{ customerFee: 0 }]);
});
