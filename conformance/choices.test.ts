import { expect, test } from "vitest";
import { withChoices } from "./choices.ts";
import { callCases, httpCases } from "./index.ts";
import { committedSuite } from "./testing/suites.ts";
import { verdict, type FoundPlace } from "./verdict.ts";

const suite = await committedSuite("gateway");
const all = [
  ...suite.cases,
  ...suite.constraints().cases,
  ...httpCases(suite, {}, {}),
  ...callCases(suite),
];

const at = (pointer: string, more = {}) => ({ pointer, ...more });

test.each<[id: string, about: FoundPlace | undefined, names: string]>([
  // A type, a name and a mask that the documented interface leaves open.
  ["createPayment/pay-with-card", at("/body/transaction/fee/customer_fee"), "fee"],
  ["lookupAuthentication/verified", at("/body/card/number"), "card-keys"],
  [
    "lookupAuthentication/verified",
    at("/body/tokenId", { isPresence: true }),
    "requiredness, header-extras",
  ],
  [
    "lookupAuthentication/verified",
    at("/body/card/type", { isPresence: true }),
    "card-keys, requiredness",
  ],
  ["lookupAuthentication/verified", at("/body/amount"), "amount-type"],
  ["lookupAuthentication/verified", at("/body/currency"), ""],
  // Which refusal it is, but not that there is one.
  ["payOrder/duplicate-order", "refusal", "http-status, error-field"],
  ["payOrder/duplicate-order", undefined, ""],
  ["payOrder/duplicate-order", at("/body/errorCode"), "http-status, duplicate-order"],
  // What a client sends, and what its caller gets.
  [
    "payOrder/pay-with-saved-card",
    at("/body/transaction/token", { isSent: true }),
    "action, token",
  ],
  [
    "createPayment/http/values/answer whole response, emoji",
    at("/body/transaction/fee/customer_fee"),
    "fee",
  ],
  // What the case changes.
  ["payOrder/request/body/transaction/amount minimum invalid", undefined, "amount-bounds"],
  ["payOrder/request/body/transaction/currency enum invalid (another value)", undefined, ""],
  ["listTransactions/request/query/startTime minimum invalid", undefined, "time-unit"],
  ["payOrder/http/headers/X-Request-ID empty", undefined, "request-id"],
  ["payOrder/http/headers/Host twice", undefined, ""],
])("%s, %j rests on: %s", (id, about, names) => {
  const played = all.find((item) => item.id === id);
  if (!played) throw new Error(`there is no ${id}`);
  const failed = verdict(played, "server", [{ message: "found", ...(about && { about }) }]);
  const text = names === "" ? "found" : `found [${names}]`;
  expect(withChoices(suite, failed, false).findings).toMatchObject([{ message: text }]);
  expect(withChoices(suite, failed, true).outcome).toBe(names === "" ? "failed" : "passed");
});
