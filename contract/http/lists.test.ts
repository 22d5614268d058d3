import { expect, test } from "vitest";
import { joinHeaderList, joinQueryList, splitHeaderList, splitQueryList } from "./lists.ts";

test.each([
  [",", "x%2Cy,z", ["x%2Cy", "z"]],
  [",", "x%2cy", ["x%2cy"]],
  [" ", "x%20y", ["x", "y"]],
  [" ", "x+y", ["x", "y"]],
  [" ", "x+y%20z", ["x+y", "z"]],
  ["|", "x%7Cy%7cz", ["x", "y", "z"]],
  ["|", "x%7Cy|z", ["x%7Cy", "z"]],
] as const)("a list with %j is split before it is decoded: %s", (separator, text, items) => {
  expect(splitQueryList(text, separator)).toEqual(items);
});

test.each([",", " ", "|"] as const)("a list with %j is written so that it is read", (separator) => {
  const decode = (text: string) => decodeURIComponent(text.replaceAll("+", " "));
  for (const items of [
    ["a", "b"],
    ["a,b", "c d", "e|f", "+%2C"],
    ["é", ""],
  ]) {
    expect(splitQueryList(joinQueryList(items, separator), separator).map(decode)).toEqual(items);
  }
});

test("one item with the separator in it would be several", () => {
  expect(joinQueryList(["a,b"])).toBe("a%2Cb");
  expect(() => joinQueryList(["a b"], " ")).toThrow(TypeError);
  expect(() => joinQueryList(["a|b"], "|")).toThrow(TypeError);
});

test.each([
  ["a,b ,\tc", ["a", "b", "c"]],
  ['"x,y", z', ["x,y", "z"]],
  ['"a\\"b\\\\", c=";d",', ['a"b\\', 'c=";d"', ""]],
  ['a",b', ['a",b']],
])("the header %s has the items %j", (text, items) => {
  expect(splitHeaderList(text)).toEqual(items);
});

test.each([[["a", "b"]], [["x,y", "z"]], [['"', '\\"', " a ", "", "é|f"]]])(
  "the list %j is written into a header so that it is read",
  (items) => {
    expect(splitHeaderList(joinHeaderList(items))).toEqual(items);
  },
);
