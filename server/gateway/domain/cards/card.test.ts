import { expect, test } from "vitest";
import { maskCard } from "./card.ts";

test("a number is masked, and a network that is not accepted has no brand", () => {
  expect(maskCard("6011 0000 0000 0000 004")).toEqual({
    number: "601100xxxxxx0004",
    brand: undefined,
  });
});

test.each(["41111111111", "", "no digits"])(
  "%j is too short for a card number and masked completely",
  (number) => {
    expect(maskCard(number).number).toBe("x".repeat(16));
  },
);
