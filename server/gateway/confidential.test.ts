import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { confidentialPart, looksLikeName } from "./confidential.ts";

const card = "4539148803436467";
const jwt = `${encoded('{"alg":"HS256"}')}.${encoded('{"iss":"P1"}')}.${"x".repeat(43)}`;

function encoded(text: string): string {
  return Buffer.from(text).toString("base64url");
}

function hexadecimal(text: string): string {
  return Buffer.from(text).toString("hex");
}

function percent(text: string): string {
  return text.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`);
}

describe("is found", () => {
  test.each([
    ["a card number", card],
    ["among words", `paid with ${card}, thanks`],
    ["in groups", "4539 1488 0343 6467"],
    ["with dashes", "4539-1488-0343-6467"],
    ["digit by digit", Array.from(card).join(" ")],
    ["after another number", "order 12 4539 1488 0343 6467"],
    ["as in AMEX", "3782 822463 10005"],
    ["a domestic one", "9704000000000018"],
    ["in Base64", Buffer.from(card).toString("base64")],
    ["in Base64 after something", `abc${Buffer.from(card).toString("base64")}`],
    ["in Base64 for URLs", encoded(`card=${card}`)],
    ["in hexadecimal", hexadecimal(card)],
    ["in upper case", hexadecimal(`card=${card}`).toUpperCase()],
    ["in hexadecimal after half a byte", `f${hexadecimal(card)}`],
    ["spaced and in hexadecimal", hexadecimal("4539 1488 0343 6467")],
    ["URL-encoded", percent(card)],
    ["spaced and URL-encoded", "4539%201488%200343%206467"],
    ["in a URL", `https://shop.example/?card=${card}`],
  ])("%s", (_name, text) => {
    expect(confidentialPart(text)).toBe("card number");
  });

  test.each([
    ["a JWT", jwt],
    ["after Bearer", `Bearer ${jwt}`],
    ["in Base64", Buffer.from(jwt).toString("base64")],
    ["in hexadecimal", hexadecimal(jwt)],
    ["URL-encoded", percent(jwt)],
  ])("%s", (_name, text) => {
    expect(confidentialPart(text)).toBe("credential");
  });
});

describe("is not found in", () => {
  test.each([
    ["a wrong check digit", "4539148803436468"],
    ["a time in milliseconds", "1795150800000"],
    ["a time in nanoseconds", "1795150800000000000"],
    ["a longer number", `${card}1234`],
    ["a telephone number", "+84 28 3822 1234"],
    ["a mask", "453914xxxxxx6467"],
    ["a UUID whose digits would be one", "45391488-0343-4646-8711-111111111111"],
    ["a digest", createHash("sha256").update(card).digest("hex")],
    ["a UUID without dashes", "018f3f3f3f3f7a3b8c3d3e3f30313233"],
    ["an order code of digits", "202611203031323334353637383930"],
    ["words", "Phở bò, 2 tô, giao 18:30"],
    ["a random token", "q0bXy7mTz2Lr9KcVw4Nf8PdSj6HgA1eU3oIiRtYxZsM"],
  ])("%s", (_name, text) => {
    expect(confidentialPart(text)).toBeUndefined();
  });
});

describe("a name", () => {
  const secret = "sample-partner-secret-0123456789abcdef";

  test.each([
    "limit",
    "X-Account-Ref-ID",
    "partnerReference.notificationConfig.installmentNotifyUrl",
    "items[2].name",
    "subAccounts[12345]",
    "customerFees.ATM",
    "filter[status]",
    "a[]",
    "page_2",
    "authenticationId",
  ])("%s looks like one", (text) => {
    expect(looksLikeName(text)).toBe(true);
  });

  test.each([
    ["a secret", secret],
    ["a secret of letters", "s".repeat(32)],
    ["a secret under a documented name", `customerFees.${secret}`],
    ["a password", "123456"],
    ["a password in brackets", "otp[123456]"],
    ["a password after a letter", "a123456"],
    ["a password in groups", "a1234-56"],
    ["a password in Base64", encoded("123456")],
    ["a password in Base64 after something", `a${encoded("123456")}[]`],
    ["a password in hexadecimal", hexadecimal("123456")],
    ["an account number", "0123456789012"],
    ["words", "Nguyen Van A"],
    ["nothing", ""],
    ["an element", "<b>"],
  ])("%s does not look like one", (_name, text) => {
    expect(looksLikeName(text)).toBe(false);
  });
});

test("of order codes as programs make them hardly one is taken for a card number", () => {
  const codes = Array.from({ length: 20_000 }, (_, at) => {
    const digest = createHash("sha256").update(String(at)).digest();
    return [digest.toString("hex"), digest.toString("base64url").slice(0, 22)];
  }).flat();
  const taken = codes.filter((code) => confidentialPart(code) !== undefined);
  expect(taken.length).toBeLessThan(codes.length / 10_000);
});

// Were the cost that of the square, the test would run into its time limit.
test.each(["1 ", "4539 1488 ", "34"])(
  "a text of many times %j is read in time that grows with its length",
  (part) => {
    expect(confidentialPart(part.repeat(500_000))).not.toBe("");
  },
);
