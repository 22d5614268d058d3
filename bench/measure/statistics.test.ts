import { expect, test } from "vitest";
import { ratiosOf, spreadOf } from "./statistics.ts";

test("the median of an odd number of values is the one in the middle", () => {
  expect(spreadOf([9, 1, 4])).toEqual({ median: 4, min: 1, max: 9 });
});

test("the median of an even number of values is between the two in the middle", () => {
  expect(spreadOf([8, 1, 2, 4])).toEqual({ median: 3, min: 1, max: 8 });
});

test("nothing measured is no measurement", () => {
  expect(() => spreadOf([])).toThrow(RangeError);
});

test("ratios are taken within a round", () => {
  expect(ratiosOf([10, 40, 30], [10, 20, 10])).toEqual({
    median: 2,
    min: 1,
    max: 3,
  });
});
