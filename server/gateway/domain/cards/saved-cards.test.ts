import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { InvalidInput } from "../errors.ts";
import { saveCard } from "./saved-cards.ts";

const caller = { partnerCode: "P1" };
const card = { cardNumber: "4111111111111111", expirationMonth: "12", expirationYear: "30" };

test("a card of no known brand is not saved", async () => {
  const gateway = await openTestGateway();
  await gateway.addPartner("P1");
  const unknown = { ...card, cardNumber: "6011000000000004" };
  await expect(saveCard(gateway, caller, unknown)).rejects.toThrow(InvalidInput);
});
