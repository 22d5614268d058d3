import { expect, test } from "vitest";
import { freshValues } from "./fresh-values.ts";

const made = Array.from({ length: 100 }, (_, seed) => {
  const fresh = freshValues(String(seed));
  return [12, 12, 20, 50, 200].map(fresh);
}).flat();

test("no value is made twice", () => {
  expect(new Set(made).size).toBe(made.length);
});

test("no value has nine digits in a row", () => {
  expect(made.filter((value) => /\d{9}/.test(value))).toEqual([]);
});
