import { expect, test } from "vitest";
import { applyTo, variantBetween, variantsOf } from "./variants.ts";

const message = { query: { page: 1 }, body: { name: "a", tags: [{ id: 1 }] } };

test("each place is removed, has each other type, and has fields that nobody documented", () => {
  const names = variantsOf(message).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["/query/page removed", "/body/tags/0/id null"]));
  expect(names).toContain('/query with "__proto__"');
  expect(names).toContain('/body/tags/0 with "a/b"');
  // A message has its parts, of which a client decides what is in them.
  expect(names).not.toContain("/query removed");
  expect(names).toContain("/body removed");
});

test.each<[string, unknown, unknown, string | undefined]>([
  ["a field that is changed", { name: "a" }, { name: "b" }, '/name "b"'],
  ["a field that is added", { a: {} }, { a: { "b/c": 1 } }, "/a/b~1c 1"],
  ["a field that is gone", { a: { b: 1, c: 1 } }, { a: { c: 1 } }, "/a/b removed"],
  ["several fields", { a: { b: 1, c: 1 } }, { a: { b: 2, c: 2 } }, '/a {"b":2,"c":2}'],
  ["a list as a whole", { a: [1] }, { a: [1, 2] }, "/a [1,2]"],
  [
    "a long text by its length",
    { a: "" },
    { a: "x".repeat(98) },
    `/a "${"x".repeat(59)}… (100 characters)`,
  ],
  ["nothing", { a: 1 }, { a: 1 }, undefined],
])("the variant between two messages names %s", (_, one, other, name) => {
  const variant = variantBetween(one, other);
  expect(variant?.name).toBe(name);
  expect(variant ? applyTo(one, variant) : one).toEqual(other);
});
