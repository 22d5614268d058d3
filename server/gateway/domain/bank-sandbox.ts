import type { Bank, Verdict } from "./bank.ts";
import {
  type TestCard,
  testAccounts,
  testAmounts,
  testCards,
} from "./bank-test-data.ts";

/**
 * The sandbox's bank: test cards, test accounts and test amounts decide, and
 * no other card is taken, so that a real one never enters.
 */
export const sandboxBank: Bank = {
  register(source) {
    if (source.type === "account")
      return kept(testAccounts.get(source.accountNumber) ?? "success");
    const card = testCard(source.cardNumber);
    return card === undefined ? Promise.resolve(undefined) : kept(card.verdict);
  },
  // The tester reads it through the sandbox contract, or on the page.
  sendOtp: () => Promise.resolve(),
  decide({ reference, orderAmount }) {
    const source = verdictOf(reference);
    return Promise.resolve(
      source === "success"
        ? (testAmounts.get(orderAmount) ?? "success")
        : source,
    );
  },
  enrol: (cardNumber) =>
    Promise.resolve(testCard(cardNumber)?.enrolment ?? "check-failed"),
};

function testCard(cardNumber: string): TestCard | undefined {
  const digits = cardNumber.replace(/[ -]/g, "");
  return testCards.find(({ number }) => number === digits);
}

const PREFIX = "test:";

function kept(verdict: Verdict): Promise<string> {
  return Promise.resolve(PREFIX + verdict);
}

function verdictOf(reference = ""): Verdict {
  return verdicts.find((one) => reference === PREFIX + one) ?? "success";
}

const verdicts: readonly Verdict[] = [
  "success",
  "declined",
  "insufficient-funds",
  "expired-card",
  "issuer-timeout",
];
