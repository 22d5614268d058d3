import { expect, test } from "vitest";
import { resourcesIn, valuesFor } from "./values.ts";

const of = (collection: string, isOwn = false) => ({ collection, context: {}, isOwn });

test.each([
  ["the collection before it", "id", "/pets", 7],
  ["the name of what it identifies", "pet_id", "/owners/{ownerId}/favourites", 7],
  ["a field of its name", "petCode", "/codes", "c-1"],
])("a value is found by %s", (_, name, collection, value) => {
  const resources = resourcesIn({ data: [{ id: 7, petCode: "c-1" }] }, of("/pets"));
  expect(valuesFor(resources, name, collection)[0]?.value).toBe(value);
});

test("what the run made comes first", () => {
  const resources = [
    ...resourcesIn([{ id: 1 }], of("/pets")),
    ...resourcesIn({ id: 2 }, of("/pets", true)),
  ];
  expect(valuesFor(resources, "petId", "/pets").map(({ value }) => value)).toEqual([2, 1]);
});

test("a general name means nothing elsewhere", () => {
  const resources = resourcesIn([{ id: 1 }], of("/pets"));
  expect(valuesFor(resources, "id", "/shops")).toEqual([]);
});
