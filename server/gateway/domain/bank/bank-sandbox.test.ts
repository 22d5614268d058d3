import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bankPayment } from "../../testing/bank-module.ts";
import { holdsCardNumber } from "../cards/card-numbers.ts";
import { maskCard } from "../cards/card.ts";
import { sandboxBank } from "./bank-sandbox.ts";
import { testAccounts, testAmounts, testCards, testReversals } from "./bank-test-data.ts";

describe("the sandbox's bank", () => {
  test.each(testCards)("decides about the card $number as listed", async (card) => {
    expect(holdsCardNumber(card.number)).toBe(true);
    const { decision, enrolment, number } = card;
    const reference = await sandboxBank.register({
      type: "card",
      cardNumber: number,
    });
    expect(reference).not.toContain(number);
    expect(await sandboxBank.decide({ ...bankPayment, reference })).toBe(decision);
    expect(await sandboxBank.enrol(number)).toBe(enrolment ?? "check-failed");
  });

  test.each(["4539148803436467", "4111111111111112", "", "41111111111111110"])(
    "does not accept the card %s",
    async (cardNumber) => {
      const reference = await sandboxBank.register({
        type: "card",
        cardNumber,
      });
      expect(reference).toBeUndefined();
    },
  );
});

test("docs/sandbox.md lists exactly these cards, accounts and amounts", () => {
  const page = readFileSync("docs/sandbox.md", "utf8");
  const rows = page
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.replace(/[` ]/g, "")))
    .filter(([, first]) => /^\d+$/.test(first ?? ""))
    .map((cells) => cells.filter((cell) => cell !== ""));
  const expected = [
    ...testCards.map(({ number, decision, enrolment }) => [
      number,
      maskCard(number).brand,
      decision,
      enrolment ?? "none",
    ]),
    ...testAccounts,
    ...[...testAmounts, ...testReversals].map(([amount, outcome]) => [String(amount), outcome]),
  ];
  expect(rows).toEqual(expected);
});
