import { expect, test } from "vitest";
import { textOfPattern } from "./text-of-pattern.ts";

test.each([
  "^[A-Z]{3}-\\d{4}$",
  "^(a|b)+c?$",
  "^(?:https?)://[^/]+/$",
  "\\+07:00$",
  "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$",
  "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
  "^\\p{L}+$",
  "^(?!x)\\w+$",
  "^[^a-z]$",
  "^\\u0041\\x42$",
  "^.{5,}$",
  "a.c",
])("%s has a text", (pattern) => {
  expect(textOfPattern(pattern)).toMatch(new RegExp(pattern, "u"));
});

test.each([
  ["^[a-z]+$", 10, 12],
  ["^x*$", 3, 3],
  ["^[0-9]{2,20}$", 7, 20],
])("%s has one of %i to %i characters", (pattern, least, most) => {
  const text = textOfPattern(pattern, least, most) ?? "";
  expect(text).toMatch(new RegExp(pattern, "u"));
  expect(text.length).toBeGreaterThanOrEqual(least);
  expect(text.length).toBeLessThanOrEqual(most);
});

test.each(["(", "^(?=a)b$", "^a{3}$"])("%s has none of 5 characters", (pattern) => {
  expect(textOfPattern(pattern, 5, 5)).toBeUndefined();
});
