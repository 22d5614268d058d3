import { expect, test } from "vitest";
import { cardFace } from "./card.ts";

test.each([
  ["4111111111111111", "411111xxxxxx1111", "VISA"],
  ["5555 5555 5555 4444", "555555xxxxxx4444", "MASTERCARD"],
  ["2221000000000009", "222100xxxxxx0009", "MASTERCARD"],
  ["378282246310005", "378282xxxxxx0005", "AMEX"],
  ["3530111333300000", "353011xxxxxx0000", "JCB"],
  ["9704000000000000018", "970400xxxxxx0018", "DOMESTIC"],
  ["6011000000000004", "601100xxxxxx0004", undefined],
])("%s is kept as %s", (number, masked, brand) => {
  expect(cardFace(number)).toEqual({ number: masked, brand });
});

test("a number too short to be a card's is hidden whole", () => {
  expect(cardFace("41111111111").number).toBe("x".repeat(16));
});

test.each(["", "no digits"])("%j is hidden whole", (number) => {
  expect(cardFace(number)).toEqual({
    number: "x".repeat(16),
    brand: undefined,
  });
});
