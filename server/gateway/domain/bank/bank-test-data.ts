import type { Enrolment, PaymentDecision } from "./bank.ts";

/** The ways in which the sandbox's bank decides a reversal other than success at once. */
export type ReversalCourse = "refused" | "refused-once" | "success-later" | "refused-later";

/** A test card: the bank's decision about payments, and the issuer's answer to authentications. */
export interface TestCard {
  readonly number: string;
  readonly decision: PaymentDecision;
  /** Absent: the card does not support 3DS. */
  readonly enrolment?: Enrolment;
}

/** All cards that a sandbox accepts. The numbers have valid check digits but belong to nobody. */
export const testCards: readonly TestCard[] = [
  card("4111111111111111", "success", "challenge"),
  card("5555555555554444", "success", "challenge"),
  card("2221000000000009", "success", "frictionless"),
  card("3530111333300000", "success", "not-enrolled"),
  card("378282246310005", "success", "frictionless"),
  card("4000000000001000", "success", "frictionless"),
  card("4000000000002008", "success", "not-enrolled"),
  card("4000000000003006", "success", "check-failed"),
  card("4000000000004004", "success", "failed"),
  card("5200000000001005", "success", "failed"),
  card("4000000000005001", "declined", "challenge"),
  card("4000000000006009", "insufficient-funds", "challenge"),
  card("4000000000007007", "expired-card", "challenge"),
  card("4000000000008005", "issuer-timeout", "challenge"),
  card("9704000000000018", "success"),
  card("9704000000000026", "declined"),
  card("9704000000000034", "insufficient-funds"),
  card("9704000000000042", "expired-card"),
  card("9704000000000059", "issuer-timeout"),
];

/** Account numbers whose payments are refused, or that the bank does not accept. All others succeed. */
export const testAccounts: ReadonlyMap<string, PaymentDecision | "not-accepted"> = new Map([
  ["0071000000400", "not-accepted"],
  ["0071000000402", "declined"],
  ["0071000000451", "insufficient-funds"],
  ["0071000000408", "issuer-timeout"],
]);

/** Order amounts in whole VND whose payment is always refused. */
export const testAmounts: ReadonlyMap<number, PaymentDecision> = new Map([
  [100_402, "declined"],
  [100_451, "insufficient-funds"],
  [100_454, "expired-card"],
  [100_408, "issuer-timeout"],
]);

/** Authorization amounts in whole VND whose reversal does not succeed at once. All others do. */
export const testReversals: ReadonlyMap<number, ReversalCourse> = new Map([
  [200_402, "refused"],
  [200_403, "refused-once"],
  [200_202, "success-later"],
  [200_409, "refused-later"],
]);

/** The first card of each decision. */
export function onePerDecision(cards: readonly TestCard[]): readonly TestCard[] {
  return [...Map.groupBy(cards, ({ decision }) => decision).values()].flatMap(
    ([first]) => first ?? [],
  );
}

function card(number: string, decision: PaymentDecision, enrolment?: Enrolment): TestCard {
  return { number, decision, ...(enrolment && { enrolment }) };
}
