import { expect, test } from "vitest";
import { cardFace } from "./card.ts";

test("of a number six and four digits are kept, of a network that is not paid with here no brand", () => {
  expect(cardFace("6011 0000 0000 0000 004")).toEqual({
    number: "601100xxxxxx0004",
    brand: undefined,
  });
});

test.each(["41111111111", "", "no digits"])(
  "%j, too short for a card's, is hidden whole",
  (number) => {
    expect(cardFace(number).number).toBe("x".repeat(16));
  },
);
