import { expect, test } from "vitest";
import { coerce, headerText, headerValue } from "./coerce.ts";

test("only the canonical spelling of a number or truth is one", () => {
  expect(
    ["0", "-12", "012", "+1", "1e3", "1.0", ""].map((each) => coerce("integer", each)),
  ).toEqual([0, -12, "012", "+1", "1e3", "1.0", ""]);
  expect(["-1.5", "1e3", ".5"].map((each) => coerce("number", each))).toEqual([-1.5, 1000, ".5"]);
  expect(["true", "TRUE"].map((each) => coerce("boolean", each))).toEqual([true, "TRUE"]);
});

test("a header is what its type says, and is written so that it is read again", () => {
  const numbers = { type: "integer", list: true } as const;
  expect(headerValue(undefined, "1,2")).toBe("1,2");
  expect(headerValue(numbers, "1, 2,x")).toEqual([1, 2, "x"]);
  expect(headerText([1, 2])).toBe("1,2");
  expect(headerValue(numbers, headerText([1, 2]))).toEqual([1, 2]);
  expect(headerText(false)).toBe("false");
});
