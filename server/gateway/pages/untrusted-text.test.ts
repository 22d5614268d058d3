import { expect, test } from "vitest";
import { isolated } from "./untrusted-text.ts";

test.each(["\u202e", "\u2066", "\u200f", "\u061c", "\u0007"])("%j turns nothing around", (sign) => {
  expect(isolated(`a${sign}<b>`).text).toMatch(/^<bdi>a\\u[0-9a-f]{4}&lt;b&gt;<\/bdi>$/);
});

test("what is written from right to left stays as it is", () => {
  expect(isolated("שלום").text).toBe("<bdi>שלום</bdi>");
});
