import { expect, test } from "vitest";
import { substitute } from "./substitute.ts";

test("only whole strings are substituted", () => {
  const bindings = new Map([["a", "1"]]);
  expect(substitute({ a: "a", list: ["a", "ab"], n: 7 }, bindings)).toEqual({
    a: "1",
    list: ["1", "ab"],
    n: 7,
  });
});
