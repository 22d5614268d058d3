import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { InvalidInput, NotFound } from "../errors.ts";
import { deleteToken, saveCard } from "./saved-cards.ts";

const caller = { partnerCode: "P1" };
const card = { cardNumber: "4111111111111111", expirationMonth: "12", expirationYear: "30" };

test("a token is deleted once, by its own partner", async () => {
  const gateway = await openTestGateway();
  await gateway.addPartner("P1");
  const { token } = await saveCard(gateway, caller, card);
  await expect(deleteToken(gateway, { partnerCode: "P2" }, token)).rejects.toThrow(NotFound);
  await deleteToken(gateway, caller, token);
  await expect(deleteToken(gateway, caller, token)).rejects.toThrow(NotFound);
});

test("a card of no known brand is not saved", async () => {
  const gateway = await openTestGateway();
  await gateway.addPartner("P1");
  const unknown = { ...card, cardNumber: "6011000000000004" };
  await expect(saveCard(gateway, caller, unknown)).rejects.toThrow(InvalidInput);
});
