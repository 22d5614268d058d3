import { expect, test } from "vitest";
import { withChoices } from "./choices.ts";
import { httpCases } from "./index.ts";
import { committedSuite } from "./testing/suites.ts";
import { verdict } from "./verdict.ts";

const suite = await committedSuite("gateway");
const all = [...suite.cases, ...suite.constraints().cases, ...httpCases(suite, {}, {})];

test.each([
  // A type, a name and a mask that the documented interface leaves open.
  ["createPayment/pay-with-card", "/body/transaction/fee/customer_fee: expected 0", "fee"],
  ["lookupAuthentication/verified", "/body/card/number: expected 1, found 2", "card-keys"],
  ["lookupAuthentication/verified", "/body/tokenId: found nothing", "requiredness, header-extras"],
  [
    "lookupAuthentication/verified",
    "/body/card/type: expected nothing, found 1",
    "card-keys, requiredness",
  ],
  ["lookupAuthentication/verified", "/body/amount: expected 1, found 2", "amount-type"],
  ["lookupAuthentication/verified", "/body/currency: expected 1, found 2", ""],
  // Which refusal it is, but not that there is one.
  ["payOrder/duplicate-order", "status: expected 409, found 400 {}", "http-status, error-field"],
  ["payOrder/duplicate-order", "status: expected 409, found 200 {}", ""],
  ["payOrder/duplicate-order", "/body/errorCode: expected 30", "http-status, duplicate-order"],
  // What the case changes.
  ["payOrder/request/body/transaction/amount minimum invalid", "was accepted", "amount-bounds"],
  ["payOrder/request/body/transaction/currency enum invalid (another value)", "accepted", ""],
  ["listTransactions/request/query/startTime minimum invalid", "accepted", "time-unit"],
  ["payOrder/http/headers/X-Request-ID empty", "accepted", "request-id"],
  ["payOrder/http/headers/Host twice", "accepted", ""],
])("%s, %s rests on: %s", (id, message, names) => {
  const played = all.find((item) => item.id === id);
  if (!played) throw new Error(`there is no ${id}`);
  const failed = verdict(played, "server", [{ message }]);
  const text = names === "" ? message : `${message} [${names}]`;
  expect(withChoices(suite, failed, false).findings).toMatchObject([{ message: text }]);
  expect(withChoices(suite, failed, true).outcome).toBe(names === "" ? "failed" : "passed");
});
