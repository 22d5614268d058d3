import { expect, test } from "vitest";
import { sourceOfFundsIn } from "./source-of-funds.ts";

test.each(["Card", "card"])("of a %s the bank is told all that the request says", (type) => {
  const card = {
    cardNumber: "4111111111111111",
    cardHolderName: "NGUYEN VAN A",
    cardMonth: "12",
    cardYear: "2030",
  };
  expect(sourceOfFundsIn({ sourceOfFunds: { type, card } })).toEqual({
    type: "card",
    cardNumber: "4111111111111111",
    holderName: "NGUYEN VAN A",
    month: "12",
    year: "2030",
  });
});

test.each(["Account", "account"])("of an %s the bank is told all that the request says", (type) => {
  const account = {
    accountNumber: "0071000123456",
    accountHolderName: "NGUYEN VAN A",
    identificationNumber: "001099012345",
  };
  expect(sourceOfFundsIn({ sourceOfFunds: { type, account } })).toEqual({
    type: "account",
    accountNumber: "0071000123456",
    holderName: "NGUYEN VAN A",
    identificationNumber: "001099012345",
  });
});
