import { expect, test } from "vitest";
import { bodyFaults, noBody } from "./body-faults.ts";

const body = { id: "a-1", size: 2, tags: [{ name: "x" }, { name: "y" }] };
const faults = bodyFaults([{ body, made: [] }]);

function applied(operator: string, place: string): unknown {
  const fault = faults.find((each) => each.operator === operator && each.place === place);
  return fault?.apply(body);
}

test.each([
  ["field dropped", "/size", { id: body.id, tags: body.tags }],
  ["field dropped", "", noBody],
  ["field null", "/id", { ...body, id: null }],
  ["field retyped", "/size", { ...body, size: "2" }],
  ["number off by one", "/size", { ...body, size: 3 }],
  ["text changed", "/id", { ...body, id: "a-2" }],
  ["list reversed", "/tags", { ...body, tags: body.tags.toReversed() }],
  ["list with a missing element", "/tags", { ...body, tags: body.tags.slice(0, 1) }],
  ["list with an extra element", "/tags", { ...body, tags: [...body.tags, { name: "y" }] }],
  ["another documented value", "/tags/[]/name", { ...body, tags: [{ name: "y" }, { name: "y" }] }],
  [
    "undocumented field",
    "/tags/[]",
    {
      ...body,
      tags: [{ name: "x", undocumentedField: "x" }, { name: "y" }],
    },
  ],
])("%s at %j", (operator, place, expected) => {
  expect(applied(operator, place)).toEqual(expected);
});

test("every fault changes the body, and leaves the sample alone", () => {
  const before = structuredClone(body);
  for (const { apply } of faults) expect(apply(body)).not.toEqual(before);
  expect(body).toEqual(before);
});

test("fields of one type change places where they differ", () => {
  const bodies = [
    { a: "1", b: "1" },
    { a: "1", b: "2", c: 3 },
  ].map((each) => ({
    body: each,
    made: [],
  }));
  const swaps = bodyFaults(bodies).filter(({ operator }) => operator === "field swapped");
  expect(swaps.map(({ place }) => place)).toEqual(["/a", "/b"]);
  expect(swaps[0]?.apply({ a: "1", b: "2" })).toEqual({ a: "2", b: "1" });
  expect(swaps[0]?.apply({ a: "1", b: "1" })).toBeUndefined();
});
