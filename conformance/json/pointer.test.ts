import { expect, test } from "vitest";
import { substitute, withoutValue, withValue } from "./pointer.ts";

const value = { body: { items: [{ name: "a" }, { name: "b" }], "x/y": 1 } };

test("changes are made to a copy", () => {
  expect(withValue(value, "/body/items/0/name", "c")).toEqual({
    body: { items: [{ name: "c" }, { name: "b" }], "x/y": 1 },
  });
  expect(withoutValue(value, "/body/items")).toEqual({ body: { "x/y": 1 } });
  expect(value.body.items[0]).toEqual({ name: "a" });
});

test("an item that is removed leaves no hole", () => {
  expect(withoutValue(value, "/body/items/0")).toEqual({
    body: { items: [{ name: "b" }], "x/y": 1 },
  });
});

test("only whole strings are substituted", () => {
  const bindings = new Map([["a", "1"]]);
  expect(substitute({ a: "a", list: ["a", "ab"], n: 7 }, bindings)).toEqual({
    a: "1",
    list: ["1", "ab"],
    n: 7,
  });
});
