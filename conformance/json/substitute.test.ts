import { expect, test } from "vitest";
import { substitute } from "./substitute.ts";

test("only whole strings and numbers are substituted", () => {
  const bindings = new Map([
    ["a", "1"],
    ["4711", "12"],
  ]);
  expect(substitute({ a: "a", list: ["a", "ab"], n: 7, id: 4711 }, bindings)).toEqual({
    a: "1",
    list: ["1", "ab"],
    n: 7,
    id: 12,
  });
});
