import { withoutValue, withValue } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { committedSuite } from "../testing/suites.ts";
import { judgeSample } from "./judge-sample.ts";

const suite = await committedSuite("gateway");
const violation = { field: "token", reason: "is unknown" };
const without = (pointer: string) => (body: unknown) => withoutValue(body, pointer);
const having = (pointer: string, value: unknown) => (body: unknown) =>
  withValue(body, pointer, value);

const method = "/transaction/paymentMethod";

test.each([
  ["reverseAuthorization/reverse", "lacks an optional value", without("/reversedAt"), []],
  ["payOrder/pay-in-app", "lacks a nested optional value", without("/payment/qrCode/expiry"), []],
  ["reverseAuthorization/reverse", "lacks what nobody told it", without("/currency"), []],
  [
    "reverseAuthorization/reverse",
    "has something else there",
    having("/currency", "USD"),
    ["/body/currency"],
  ],
  [
    "lookupAuthentication/verified",
    "lacks what it was told",
    without("/tokenId"),
    ["/body/tokenId"],
  ],
  ["payOrder/pay-in-app", "lacks a required value", without("/payment/url"), ["/body/payment/url"]],
  ["payOrder/pay-in-app", "lacks a value of the request", without(method), [`/body${method}`]],
  ["deleteToken/unknown-token", "has another documented field", having("/errors", [violation]), []],
  ["deleteToken/unknown-token", "lacks a required field", without("/message"), ["/body/message"]],
  ["createPayment/amount-too-high", "lacks violations that its code says", without("/errors"), []],
  ["deleteToken/token-missing", "lacks violations", without("/errors"), ["/body/errors"]],
  [
    "deleteToken/token-missing",
    "has more violations",
    having("/errors/1", violation),
    ["/body/errors/1"],
  ],
] as const)("a response to %s that %s", (id, _, change, places) => {
  const played = suite.cases.find((testCase) => testCase.id === id);
  if (!played) throw new Error(`there is no ${id}`);
  const { status, body, headers } = played.response;
  const response = {
    status,
    headers: new Headers({ "Content-Type": "application/json", ...(headers as object) }),
    text: JSON.stringify(change(body)),
    isUtf8: true,
  };
  const findings = judgeSample(suite, played, played.response, response, new Map());
  expect(findings.map(({ message }) => message.split(/[ :]/)[0])).toEqual(places);
});
