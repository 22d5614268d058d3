import {
  type Bank,
  type BankReversal,
  refusals,
  type ReversalDecision,
  type PaymentDecision,
} from "./bank.ts";
import {
  type TestCard,
  testAccounts,
  testAmounts,
  testCards,
  testReversals,
} from "./bank-test-data.ts";
import { HOUR_MS } from "../time.ts";

/**
 * Makes the sandbox's bank. Test cards, test accounts and test amounts decide. It accepts no other cards, so that real
 * cards are never entered.
 */
export function createSandboxBank(cards: readonly TestCard[] = testCards): Bank {
  const known = new Map(cards.map((card) => [card.number, card]));
  const cardOf = (cardNumber: string) => known.get(cardNumber.replace(/[ -]/g, ""));
  return {
    register(source) {
      const decision =
        source.type === "account"
          ? (testAccounts.get(source.accountNumber) ?? "success")
          : (cardOf(source.cardNumber)?.decision ?? "not-accepted");
      return decision === "not-accepted" ? Promise.resolve(undefined) : kept(decision);
    },
    // Testers read the password through the sandbox contract or on the page.
    sendOtp: () => Promise.resolve(),
    decide({ reference, orderAmount }) {
      const source = decisionOf(reference);
      return Promise.resolve(
        source === "success" ? (testAmounts.get(orderAmount) ?? "success") : source,
      );
    },
    reverse: (reversal) => Promise.resolve(decisionOnReversal(reversal)),
    enrol: (cardNumber) => Promise.resolve(cardOf(cardNumber)?.enrolment ?? "check-failed"),
  };
}

/** The sandbox's bank with the built-in cards. */
export const sandboxBank: Bank = createSandboxBank();

const PREFIX = "test:";

function kept(decision: PaymentDecision): Promise<string> {
  return Promise.resolve(PREFIX + decision);
}

function decisionOf(reference = ""): PaymentDecision {
  return decisions.find((decision) => reference === PREFIX + decision) ?? "success";
}

/** Long enough that a test can see the reversal pending, and much shorter than seven days. */
const LATER_MS = HOUR_MS;

function decisionOnReversal(reversal: BankReversal): ReversalDecision {
  const { amount, refusedBefore, waitedMs } = reversal;
  switch (testReversals.get(amount)) {
    case undefined:
      return { status: "success" };
    case "refused":
      return refused;
    case "refused-once":
      return refusedBefore === 0 ? refused : { status: "success" };
    case "success-later":
      return { status: waitedMs < LATER_MS ? "pending" : "success" };
    case "refused-later":
      return waitedMs < LATER_MS ? { status: "pending" } : refused;
  }
}

const refused: ReversalDecision = {
  status: "error",
  error: {
    errorCode: 402,
    message: "The bank refused the reversal.",
    details: [{ field: "authorizationId", reason: "is not given back by the bank" }],
  },
};

const decisions: readonly PaymentDecision[] = ["success", ...refusals];
