import { expect, test } from "vitest";
import { nameFaults } from "./name-faults.ts";

const faults = [
  { field: "size", reason: "is required" },
  { field: "colour", reason: "must be red" },
];
const always = () => true;

test.each([
  [{ fields: ["a"] }, { fields: ["size", "colour"] }],
  [
    { error: { details: [{ message: "m", path: "p", level: 1 }] } },
    {
      error: {
        details: [
          { message: "is required", path: "size", level: 1 },
          { message: "must be red", path: "colour", level: 1 },
        ],
      },
    },
  ],
])("%j takes the faults", (body, named) => {
  expect(nameFaults(body, faults, always)).toEqual(named);
});

test("a body without a list, or whose rules its entries would break, takes none", () => {
  expect(nameFaults({ title: "no" }, faults, always)).toBeUndefined();
  expect(nameFaults({ fields: ["a"] }, faults, () => false)).toBeUndefined();
});

test("a list that may have one entry only has the first", () => {
  const isShort = (body: unknown) => JSON.stringify(body).split(",").length === 1;
  expect(nameFaults({ fields: [] }, faults, isShort)).toEqual({ fields: ["size"] });
});
