import { expect, test } from "vitest";
import {
  fieldPath,
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
])("%s is named %s", (pointer, field) => {
  expect(fieldPath(pointer)).toBe(field);
});

const nested = { body: { items: [{ name: "a" }, { name: "b" }], "x/y": 1 } };

test("pointers reach objects, lists and escaped names, and changes make copies", () => {
  expect(valueAt(nested, "/body/x~1y")).toBe(1);
  expect(valueAt(nested, "/body/none/deeper")).toBeUndefined();
  expect(valueAt(nested, "")).toBe(nested);
  expect(valueAt(withValue(nested, "/body/items/0/name", "c"), "/body/items")).toEqual([
    { name: "c" },
    { name: "b" },
  ]);
  expect(withoutValue(nested, "/body/items")).toEqual({ body: { "x/y": 1 } });
  // A removed item leaves no hole.
  expect(valueAt(withoutValue(nested, "/body/items/0"), "/body/items")).toEqual([{ name: "b" }]);
  expect(valueAt(nested, "/body/items/0/name")).toBe("a");
});
