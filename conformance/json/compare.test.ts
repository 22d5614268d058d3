import { expect, test } from "vitest";
import { compareJson, sortedLike } from "./compare.ts";

test("equal values have no difference, whatever the order of their keys", () => {
  expect(compareJson({ a: 1, b: [null] }, { b: [null], a: 1 })).toEqual([]);
});

test.each([
  [{ a: 1 }, { a: 2 }, [{ pointer: "/a", expected: 1, found: 2 }]],
  [{ a: 1 }, {}, [{ pointer: "/a", expected: 1, found: undefined }]],
  [{}, { a: 1 }, [{ pointer: "/a", expected: undefined, found: 1 }]],
  [[1], [1, 2], [{ pointer: "/1", expected: undefined, found: 2 }]],
  [{ a: "1" }, { a: 1 }, [{ pointer: "/a", expected: "1", found: 1 }]],
  [{ a: null }, {}, [{ pointer: "/a", expected: null, found: undefined }]],
  [[], {}, [{ pointer: "", expected: [], found: {} }]],
])("%j and %j differ", (expected, found, differences) => {
  expect(compareJson(expected, found)).toEqual(differences);
});

test("an ignored value may be another, or none", () => {
  const ignored = new Set(["/id"]);
  expect(compareJson({ id: "a" }, { id: "b" }, ignored)).toEqual([]);
  expect(compareJson({}, { id: "b" }, ignored)).toEqual([]);
  expect(compareJson({ id: "a" }, {}, ignored)).toEqual([]);
});

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
])("like %j, %j is sorted as %j", (expected, found, sorted) => {
  expect(sortedLike(expected, found)).toEqual(sorted);
});

test("what is ignored does not count when items are found again", () => {
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
