import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { InvalidInput } from "../errors.ts";
import { registerSource, requirePayable } from "./preparation.ts";

test("an order that is to be paid with a token needs one", async () => {
  const means = { action: "PAY_WITH_TOKEN", paymentMethod: "CC" };
  const asked = requirePayable(await openTestGateway(), { partnerCode: "P1" }, means);
  await expect(asked).rejects.toMatchObject({ faults: [{ field: "transaction.token" }] });
});

test.each([
  { type: "card", cardNumber: "" },
  { type: "account", accountNumber: " " },
] as const)("%j has no number, and the reason is about what it is", async (source) => {
  const refused = registerSource(await openTestGateway(), source);
  await expect(refused).rejects.toThrow(InvalidInput);
  await expect(refused).rejects.toThrow(
    source.type === "card" ? /number of a card/ : /^(?!.*card).*number of an account/,
  );
});
