import { describe, expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { deleteToken, saveCard } from "../cards/saved-cards.ts";
import { InvalidInput } from "../errors.ts";
import { registerSource, requireFittingSource, requirePayable } from "./preparation.ts";

const caller = { partnerCode: "P1" };
const card = { cardNumber: "4111111111111111", expirationMonth: "12", expirationYear: "30" };

async function open() {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  return { gateway, partner };
}

describe("action and token", () => {
  test.each(["EWALLET", "VA", "MM", "unknown"])(
    "no card can be saved with %s",
    async (paymentMethod) => {
      const { gateway } = await open();
      const action = "PAY_WITH_RETURN_TOKEN";
      await expect(
        requirePayable(gateway, caller, { action, paymentMethod }),
      ).rejects.toMatchObject({ faults: [{ field: "transaction.action" }] });
    },
  );

  test("a token that pays has to be there, and be good", async () => {
    const { gateway } = await open();
    const { token } = await saveCard(gateway, caller, card);
    const pay = (action: string, token: string | undefined, who = caller) =>
      requirePayable(gateway, who, { action, token, paymentMethod: "CC" });

    expect(await pay("PAY", undefined)).toBeUndefined();
    await pay("PAY", token);
    await pay("PAY_WITH_TOKEN", token);
    const refused = { faults: [{ field: "transaction.token" }] };
    await expect(pay("PAY_WITH_TOKEN", undefined)).rejects.toMatchObject(refused);
    await expect(pay("PAY", "made-up")).rejects.toMatchObject(refused);
    await expect(pay("PAY_WITH_TOKEN", token, { partnerCode: "P2" })).rejects.toMatchObject(
      refused,
    );
    await deleteToken(gateway, caller, token);
    await expect(pay("PAY_WITH_TOKEN", token)).rejects.toThrow(InvalidInput);
  });

  test.each([
    ["PAY_WITH_RETURN_TOKEN", "CC", ["transaction.token"]],
    ["PAY_WITH_TOKEN", "VA", ["transaction.action", "transaction.token"]],
    ["PAY", "VA", ["transaction.token"]],
    ["PAY_WITH_RETURN_TOKEN", "EWALLET", ["transaction.action", "transaction.token"]],
    ["PAY", "ATM", []],
    ["PAY_WITH_TOKEN", "ATM", []],
  ])("a good token with %s and %s: at fault %j", async (action, paymentMethod, fields) => {
    const { gateway } = await open();
    const { token, saved } = await saveCard(gateway, caller, card);
    const asked = requirePayable(gateway, caller, { action, paymentMethod, token });
    const faults = fields.map((field) => ({ field }));
    if (fields.length === 0) await expect(asked).resolves.toEqual(saved);
    else await expect(asked).rejects.toMatchObject({ faults });
  });

  test("both faults are told at once", async () => {
    const { gateway } = await open();
    const action = "PAY_WITH_RETURN_TOKEN";
    const bad = { action, paymentMethod: "VA", token: "made-up" };
    await expect(requirePayable(gateway, caller, bad)).rejects.toMatchObject({
      faults: [{ field: "transaction.action" }, { field: "transaction.token" }],
    });
  });
});

describe("the source of a direct payment", () => {
  test.each([
    ["ATM", ["card", "account"]],
    ["CC", ["card"]],
    ["EWALLET", ["account"]],
    ["VA", ["account"]],
  ])("of %s: %j", async (paymentMethod, taken) => {
    const { partner } = await open();
    for (const type of ["card", "account"] as const) {
      const demand = () => {
        requireFittingSource(partner, { paymentMethod, type });
      };
      if (taken.includes(type)) expect(demand).not.toThrow();
      else expect(demand).toThrow("sourceOfFunds.type");
    }
  });

  test.each(["MM", "unknown"])(
    "%s, which is not granted, is left to code 140",
    async (paymentMethod) => {
      const { partner } = await open();
      for (const type of ["card", "account"] as const)
        expect(() => {
          requireFittingSource(partner, { paymentMethod, type });
        }).not.toThrow();
    },
  );

  test.each([
    { type: "card", cardNumber: "" },
    { type: "account", accountNumber: " " },
  ] as const)("%j has no number, and the reason is about what it is", async (source) => {
    const { gateway } = await open();
    const refused = registerSource(gateway, source);
    await expect(refused).rejects.toThrow(InvalidInput);
    await expect(refused).rejects.toThrow(
      source.type === "card" ? /number of a card/ : /^(?!.*card).*number of an account/,
    );
  });
});
