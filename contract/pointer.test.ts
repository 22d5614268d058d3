import { expect, test } from "vitest";
import {
  fieldOf,
  pointerName,
  pointerNames,
  pointerStep,
  valueAt,
  withoutValue,
  withValue,
} from "./pointer.ts";

test.each([
  ["name", "name"],
  ["a/b", "a~1b"],
  ["c~d", "c~0d"],
  ["~1", "~01"],
  ["/~", "~1~0"],
  ["", ""],
])("%j is the step %j, and back", (name, step) => {
  expect(pointerStep(name)).toBe(step);
  expect(pointerName(step)).toBe(name);
});

test.each([
  ["", []],
  ["/", [""]],
  ["/body/items/2/a~1b", ["body", "items", "2", "a/b"]],
  ["#/components/schemas/Item", ["components", "schemas", "Item"]],
])("%j goes through %j", (pointer, names) => {
  expect(pointerNames(pointer)).toEqual(names);
});

test("a pointer reaches objects, lists and escaped names", () => {
  const value = { body: { items: [{ name: "a" }, { name: "b" }], "x/y": 1 } };
  expect(valueAt(value, "/body/items/1/name")).toBe("b");
  expect(valueAt(value, "/body/x~1y")).toBe(1);
  expect(valueAt(value, "/body/none/deeper")).toBeUndefined();
  expect(valueAt(value, "")).toBe(value);
});

test.each([
  ["/body", "body"],
  ["/body/content/pages", "content.pages"],
  ["/body/items/2/name", "items[2].name"],
  ["/body/2", "[2]"],
  ["/body/a~1b/c~0d", "a/b.c~d"],
  ["/query/limit", "limit"],
  ["/query/2", "2"],
  ["/headers/X-Request-ID", "X-Request-ID"],
  ["/path/id", "id"],
])("%s is told as %s", (pointer, field) => {
  expect(fieldOf(pointer)).toBe(field);
});

const nested = { body: { items: [{ name: "a" }, { name: "b" }], "x/y": 1 } };

test("changes are made to a copy", () => {
  expect(withValue(nested, "/body/items/0/name", "c")).toEqual({
    body: { items: [{ name: "c" }, { name: "b" }], "x/y": 1 },
  });
  expect(withoutValue(nested, "/body/items")).toEqual({ body: { "x/y": 1 } });
  expect(nested.body.items[0]).toEqual({ name: "a" });
});

test("an item that is removed leaves no hole", () => {
  expect(withoutValue(nested, "/body/items/0")).toEqual({
    body: { items: [{ name: "b" }], "x/y": 1 },
  });
});
