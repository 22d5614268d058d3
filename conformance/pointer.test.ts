import { expect, test } from "vitest";
import { substitute, valueAt, withoutValue, withValue } from "./pointer.ts";

const value = { body: { items: [{ name: "a" }, { name: "b" }], "x/y": 1 } };

test("a pointer reaches objects, lists and escaped names", () => {
  expect(valueAt(value, "/body/items/1/name")).toBe("b");
  expect(valueAt(value, "/body/x~1y")).toBe(1);
  expect(valueAt(value, "/body/none/deeper")).toBeUndefined();
  expect(valueAt(value, "")).toBe(value);
});

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
