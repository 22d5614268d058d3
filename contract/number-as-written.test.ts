import { expect, test } from "vitest";
import { asWritten } from "./number-as-written.ts";
import { coerceAsWritten } from "./http/coerce.ts";

test.each([
  ["1000", 1000],
  ["1000.0", 1000],
  ["1e3", 1000],
  ["100000000000000000000e-17", 1000],
  ["-0", -0],
  ["0.000e-999999999999999999999", 0],
  ["19.99", 19.99],
  ["1e21", 1e21],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
])("%s is a double", (text, double) => {
  expect(asWritten(text)).toBe(double);
});

test.each([
  ["999.9999999999999999", 999.9999999999999, "<", 1000],
  ["1000.00000000000000001", 1000.0000000000001, ">", 1000],
  ["-1000.00000000000000001", -1000.0000000000001, "<", -1000],
  ["0.10000000000000000001", 0.10000000000000002, ">", 0.1],
  ["1e-400", Number.MIN_VALUE, ">", 0],
  ["-1e-400", -Number.MIN_VALUE, "<", 0],
  ["4503599627370495.9", 4503599627370495.5, "<", 2 ** 52],
  ["9007199254740993", 9007199254740994, ">", 2 ** 53],
])("%s is not a double", (text, judged) => {
  expect(asWritten(text)).toBe(judged);
});

test.each(["4503599627370496.5", "-9007199254740992.5", `1${"0".repeat(300)}.5`])(
  "%s has a fraction that no double has",
  (text) => {
    expect(Math.abs(asWritten(text))).toBe(4503599627370495.5);
  },
);

test("a number above all doubles is infinite", () => {
  expect(asWritten("1e400")).toBe(Infinity);
  expect(asWritten(`-${"9".repeat(400)}`)).toBe(-Infinity);
});

test("a parameter is as exact if rounding would make it an integer", () => {
  const texts = ["1.0000000000000000001", "0.10000000000000001", "9007199254740993.5", "1", "x"];
  expect(texts.map((text) => coerceAsWritten("number", text))).toEqual([
    ...[1.0000000000000002, 0.1, 9007199254740994, 1, "x"],
  ]);
});
