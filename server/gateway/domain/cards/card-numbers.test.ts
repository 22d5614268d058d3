import { expect, test } from "vitest";
import { holdsCardNumber } from "./card-numbers.ts";

const card = "4539148803436467";

test.each([
  ["alone", card],
  ["among words", `paid with ${card}, thanks`],
  ["in groups", "4539 1488 0343 6467"],
  ["with dashes", "4539-1488-0343-6467"],
  ["digit by digit", Array.from(card).join(" ")],
  ["as in AMEX", "3782 822463 10005"],
  ["a domestic one", "9704000000000018"],
  ["after another number", `order 12, ${card}`],
  ["before its expiry", `${card} 12/30`],
  ["before its expiry, with dashes", `${card}-12-30`],
  ["before its security code", "4539 1488 0343 6467 123"],
  ["after a digit", `7 ${card}`],
  ["after a date", `2026-11-21 ${card}`],
  ["two of them", `${card} 4111111111111111`],
  ["of Diners Club", "3056 930902 5904"],
  ["of Diners Club, from 3095", "30950000000000"],
  ["of Diners Club, from 36", "36000000000008"],
  ["of Diners Club, from 38", "38520000023237"],
  ["of Discover, from 6011", "6011 0000 0000 0004"],
  ["of Discover, from 644", "6440000000000005"],
  ["of Discover, from 65", "6500000000000002"],
  ["of UnionPay, from 62", "6200000000000005"],
  ["of UnionPay, 19 digits", "6200000000000000000"],
  ["of UnionPay, from 81", "8171000000000006"],
  ["13 digits", "4000000000006"],
  ["19 digits", "4000000000000000006"],
])("a card number is found: %s", (_name, text) => {
  expect(holdsCardNumber(text)).toBe(true);
});

test.each([
  ["a wrong check digit", "4539148803436468"],
  ["a prefix that no network has", "1234567812345670"],
  ["a prefix beside those of Discover", "6012000000000003"],
  ["a prefix beside those of UnionPay", "8172000000000005"],
  ["a prefix beside those of Diners Club", "31000000000003"],
  ["12 digits", "400000000002"],
  ["20 digits", "40000000000000000002"],
  ["a longer number that holds one", `${card}1234`],
  ["two spaces between", "4539 1488  0343 6467"],
  ["other separators", "4539.1488.0343.6467"],
  ["Base64", Buffer.from(card).toString("base64")],
  ["hexadecimal", Buffer.from(card).toString("hex")],
  ["a mask", "453914xxxxxx6467"],
  ["a telephone number", "+84 28 3822 1234"],
  ["words", "Phở bò, 2 tô, giao 18:30"],
])("no card number is found: %s", (_name, text) => {
  expect(holdsCardNumber(text)).toBe(false);
});
