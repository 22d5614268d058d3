import { expect, test } from "vitest";
import { queriesIn } from "./names.ts";
import { renewText } from "./play.ts";

test.each([
  ["a word", "shop-a1", /^[a-z]{4}-[a-z]\d$/],
  ["capitals", "Shop A", /^[A-Z][a-z]{3} [A-Z]$/],
  ["an address at a reserved domain", "ada@example.com", /^[a-z]{3}@example\.com$/],
  ["a name of the DNS", "shop.example.org.", /^[a-z]{4}\.[a-z]{7}\.[a-z]{3}\.$/],
  [
    "a UUID",
    "0b8f5e4a-1111-4222-8333-000000000001",
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
  ],
])("%s is renewed in its form", (_, text, form) => {
  const renewed = renewText(text, "1");
  expect(renewed).toMatch(form);
  expect(renewed).not.toBe(text);
  expect(renewText(text, "1")).toBe(renewed);
  expect(renewText(text, "2")).not.toBe(renewed);
});

test("the parts of links in a text are found", () => {
  const text = '<https://a.example/b?page=2&key=a%20b#c>; rel="next", see /c?d=1';
  expect(queriesIn(text)).toEqual([
    ["page", "2"],
    ["key", "a b"],
    ["d", "1"],
  ]);
});
