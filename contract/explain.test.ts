import { expect, test } from "vitest";
import type { ValidationError } from "./validators.ts";
import { explainErrors } from "./explain.ts";

function error(
  keyword: string,
  instancePath: string,
  params: ValidationError["params"] = {},
): ValidationError {
  return { keyword, instancePath, params, schemaPath: `open.Item#/${keyword}` };
}

const reported = (errors: readonly ValidationError[]) =>
  explainErrors(errors).map(({ pointer, reason }) => `${pointer} ${reason}`);

const missing = (at: string, missingProperty: string) => error("required", at, { missingProperty });
const mistyped = (at: string, type: unknown) => error("type", at, { type });
const union = (at: string, ...branches: number[]) => error("anyOf", at, { branches });

test("equal violations of several rules are reported once", () => {
  expect(reported([missing("/body", "a/b"), missing("/body", "a/b")])).toEqual([
    "/body/a~1b is required",
  ]);
});

test("a value of the wrong type has no further faults", () => {
  const limit = error("maxLength", "/body/a", { limit: 3 });
  expect(reported([limit, mistyped("/body/a", "string")])).toEqual(["/body/a must be a string"]);
});

test("a broken pattern is reported by its reason, or by itself", () => {
  const pattern = "^[0-9]{2}$";
  const errors = [
    error("pattern", "/body/a", { pattern, reason: "must be two digits" }),
    error("pattern", "/body/b", { pattern }),
  ];
  expect(reported(errors)).toEqual(["/body/a must be two digits", "/body/b must match ^[0-9]{2}$"]);
});

test("of several broken bounds, the narrowest is reported", () => {
  const errors = [
    error("maximum", "/body/a", { limit: 2147483647 }),
    error("exclusiveMaximum", "/body/a", { limit: 50 }),
    error("minimum", "/body/b", { limit: 1 }),
    error("minimum", "/body/b", { limit: -2147483648 }),
  ];
  expect(reported(errors)).toEqual(["/body/a must be less than 50", "/body/b must be at least 1"]);
});

test("only a value outside its bounds has a code", () => {
  const codes = { "open.Item#": 32 };
  const errors = [error("minimum", "/body/a", { limit: 1 }), mistyped("/body/b", "string")];
  expect(explainErrors(errors, codes).map(({ code }) => code)).toEqual([32, undefined]);
});

test("of a union, the violations of the branch with the fewest are reported", () => {
  const errors = [
    missing("/body", "before"),
    { ...mistyped("/body/u/a", "string"), schemaPath: "open.Name#/type" },
    { ...mistyped("/body/u/b", "string"), schemaPath: "open.Other#/type" },
    missing("/body/u", "c"),
    missing("/body/u", "d"),
    missing("/body/u", "e"),
    union("/body/u", 2, 3),
    missing("/body", "after"),
  ];
  expect(reported(errors)).toEqual([
    "/body/before is required",
    "/body/u/a must be a string",
    "/body/u/b must be a string",
    "/body/after is required",
  ]);
});

test("equal faults count once", () => {
  const errors = [
    missing("/body", "a"),
    missing("/body", "a"),
    missing("/body", "a"),
    missing("/body", "b"),
    missing("/body", "c"),
    union("/body", 3, 2),
  ];
  expect(reported(errors)).toEqual(["/body/a is required"]);
});

test("a branch of another type was not meant", () => {
  const errors = [
    mistyped("/body", "null"),
    missing("/body", "a"),
    missing("/body", "b"),
    union("/body", 1, 2),
  ];
  expect(reported(errors)).toEqual(["/body/a is required", "/body/b is required"]);
});

test("if no branch has the value's type, each type is reported once, with those of nested unions", () => {
  const errors = [
    mistyped("/body", "object"),
    mistyped("/body", "array"),
    union("/body", 1, 1),
    mistyped("/body", "object"),
    mistyped("/body", "null"),
    union("/body", 3, 1, 1),
  ];
  expect(reported(errors)).toEqual(["/body must be an object or an array or null"]);
});

test("a value that matches too many branches has a violation of the union", () => {
  expect(reported([union("/body", 0, 0)])).toEqual(["/body must be one of the documented shapes"]);
});

test.each([150, 5000])(
  "the violation that counts the rest of %d has a code if all of the rest share it",
  (length) => {
    const codes = { "open.Item#": 32 };
    const errors = Array.from({ length }, (_, index) => error("minimum", `/body/${index}`));
    expect(explainErrors(errors, codes)).toHaveLength(101);
    expect(explainErrors(errors, codes).at(-1)).toMatchObject({ omitted: length - 100, code: 32 });
    expect(explainErrors(errors.slice(0, 100))).toHaveLength(100);
    expect(explainErrors(errors.slice(0, 101)).at(-1)?.reason).toBe(
      "1 more violation is not listed",
    );
    const general = explainErrors([...errors, missing("/body", "a")], codes).at(-1);
    expect(general?.omitted).toBe(length - 99);
    expect(general).not.toHaveProperty("code");
  },
);
