import { expect, test } from "vitest";
import { sortedLike } from "./compare.ts";

test.each([
  [
    [1, 2],
    [2, 1],
    [1, 2],
  ],
  [
    [1, 2],
    [2, 3, 1],
    [1, 2, 3],
  ],
  [[1, 2], [2], [2]],
  [{ a: [{ n: 1 }, { n: 2 }] }, { a: [{ n: 2 }, { n: 3 }] }, { a: [{ n: 3 }, { n: 2 }] }],
  [[1], { a: 1 }, { a: 1 }],
])("with %j expected, %j is sorted as %j", (expected, found, sorted) => {
  expect(sortedLike(expected, found)).toEqual(sorted);
});

test("ignored places do not count when equal items are looked up", () => {
  const ignored = new Set(["/0/why", "/1/why"]);
  const expected = [
    { field: "a", why: "x" },
    { field: "b", why: "x" },
  ];
  const found = [
    { field: "b", why: "y" },
    { field: "a", why: "z" },
  ];
  expect(sortedLike(expected, found, ignored)).toEqual(found.toReversed());
});
