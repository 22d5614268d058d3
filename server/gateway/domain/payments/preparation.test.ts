import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { InvalidInputError } from "../errors.ts";
import { registerSource } from "./preparation.ts";

test.each([
  { type: "card", cardNumber: "" },
  { type: "account", accountNumber: " " },
] as const)("%j without a number is refused with a reason that names its type", async (source) => {
  const refused = registerSource(await openTestGateway(), source);
  await expect(refused).rejects.toThrow(InvalidInputError);
  await expect(refused).rejects.toThrow(
    source.type === "card" ? /number of a card/ : /^(?!.*card).*number of an account/,
  );
});
