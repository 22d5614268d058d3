import { expect, test } from "vitest";
import { weaknessOf } from "./linear.ts";

test.each([
  /\s*$/,
  /\[.*$/,
  /^(a+)+$/,
  /^[a-z]*x?[a-z]*$/,
  /(?!.*--)[a-z-]+$/,
  /(?<=x*)y/,
  /(a*)\1$/,
  /ab[\w-]{8,}\.ab[\w-]{8,}\.[\w-]{16,}/,
])("%s is weak", (expression) => {
  expect(weaknessOf(expression.source, expression.flags)).toBeDefined();
});

test.each([
  /^a+$/,
  /\[[^[]*$/,
  /"[^"]*"/,
  /^(?:[a-z\d-]+\.)+[a-z]{2,}$/,
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  /^(?!script:)[a-z]+:\/\/\S+$/,
  /^\p{L}{1,50}$/u,
])("%s is not", (expression) => {
  expect(weaknessOf(expression.source, expression.flags)).toBeUndefined();
});

test("what cannot be decided counts as weak", () => {
  expect(weaknessOf("(", "")).toEqual({ growth: "the checker came to no result (invalid)" });
});
