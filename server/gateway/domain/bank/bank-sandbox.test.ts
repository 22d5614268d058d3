import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cardFace } from "../cards/card.ts";
import { sandboxBank } from "./bank-sandbox.ts";
import { testAccounts, testAmounts, testCards, testReversals } from "./bank-test-data.ts";

const ordinary = {
  transactionId: "t-1",
  amount: 150_000,
  orderAmount: 150_000,
  partnerCode: "P1",
  paymentMethod: "CC",
  bankCode: "BANK01",
};

describe("the sandbox's bank", () => {
  test.each(testCards)("knows $number", async (card) => {
    expect(luhn(card.number)).toBe(true);
    const { decision, enrolment, number } = card;
    const reference = await sandboxBank.register({
      type: "card",
      cardNumber: number,
    });
    expect(reference).not.toContain(number);
    expect(await sandboxBank.decide({ ...ordinary, reference })).toBe(decision);
    expect(await sandboxBank.enrol(number)).toBe(enrolment ?? "check-failed");
  });

  test("tells its cards apart by what is kept of them", () => {
    const faces = testCards.map(({ number }) => cardFace(number).number);
    expect(new Set(faces).size).toBe(testCards.length);
  });

  test("has a card for everything that it can say", () => {
    expect(new Set(testCards.map(({ decision }) => decision)).size).toBe(5);
    expect(new Set(testCards.flatMap(({ enrolment }) => enrolment ?? [])).size).toBe(5);
  });

  test.each(["4539148803436467", "4111111111111112", "", "41111111111111110"])(
    "does not take the card %s",
    async (cardNumber) => {
      const reference = await sandboxBank.register({
        type: "card",
        cardNumber,
      });
      expect(reference).toBeUndefined();
    },
  );
});

test.each([
  [200_202, "success"],
  [200_409, "error"],
])("a reversal of %d VND is pending for an hour, then %s", async (amount, status) => {
  const reversal = { reversalId: "r", authorizationId: "a", amount, refusedBefore: 0 };
  const after = async (waitedMs: number) =>
    (await sandboxBank.reverse({ ...reversal, waitedMs })).status;
  expect([await after(3_599_999), await after(3_600_000)]).toEqual(["pending", status]);
});

test("the documentation has exactly these cards, accounts and amounts", () => {
  const page = readFileSync("docs/sandbox.md", "utf8");
  const rows = page
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.replace(/[` ]/g, "")))
    .filter(([, first]) => /^\d+$/.test(first ?? ""))
    .map((cells) => cells.filter((cell) => cell !== ""));
  const expected = [
    ...testCards.map(({ number, decision, enrolment }) => [
      number,
      cardFace(number).brand,
      decision,
      enrolment ?? "none",
    ]),
    ...testAccounts,
    ...[...testAmounts, ...testReversals].map(([amount, outcome]) => [String(amount), outcome]),
  ];
  expect(rows).toEqual(expected);
});

/** ISO/IEC 7812-1, annex B. */
function luhn(number: string): boolean {
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, at) => {
      const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}
