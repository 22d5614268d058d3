import { expect, test } from "vitest";
import { formEntries, readForm } from "./forms.ts";

const fields = {
  size: { type: "integer" },
  tags: { type: "boolean", list: true },
  "a/b": { type: "string" },
} as const;

test("the texts of a form are what its fields are", () => {
  const texts = new Map([
    ["size", ["3"]],
    ["tags", ["true"]],
    ["new", ["1", "2"]],
  ]);
  const { value, faults } = readForm(fields, texts);
  expect({ ...value }).toEqual({ size: 3, tags: [true], new: ["1", "2"] });
  expect(faults).toEqual([]);
});

test("what is wrong with them is told by field", () => {
  const texts = new Map([
    ["size", ["1", "2"]],
    ["a/b", [undefined]],
  ]);
  expect(readForm(fields, texts).faults.map(({ pointer }) => pointer)).toEqual([
    "/body/size",
    "/body/a~1b",
  ]);
});

test("a form is written so that it is read again", () => {
  expect(formEntries({ a: 1, b: [true, "x"], c: undefined, d: null })).toEqual([
    ["a", "1"],
    ["b", "true"],
    ["b", "x"],
  ]);
  expect(() => formEntries("a")).toThrow(TypeError);
});
