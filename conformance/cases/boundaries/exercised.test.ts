import { expect, test } from "vitest";
import type { Schema } from "@contract-toolkit/contract";
import { documentOf, operation, sampleOf } from "../../testing/one-operation.ts";
import { exercisedConstraints } from "./exercised.ts";

const item: Schema = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 3 },
    size: { type: ["integer", "null"], maximum: 9 },
    tags: { type: "array", maxItems: 2 },
  },
};
const document = documentOf({ type: "array", items: item });

/** The exercised constraints of an item, as `place keyword`. */
function exercisedBy(...bodies: readonly unknown[]): string[] {
  return exercisedConstraints(
    document,
    [operation],
    bodies.map((body) => sampleOf(body)),
  )
    .filter(({ isExercised }) => isExercised)
    .map(({ constraint: { place, keyword } }) => `${place.replace("/body/[]", "")} ${keyword}`);
}

test.each<[string, unknown, string[], string[]]>([
  ["a value at a bound", [{ name: "äöü" }], ["/name maxLength"], ["/name minLength"]],
  ["a value in a later item", [{ name: "ab" }, { name: "a" }], ["/name minLength"], []],
  ["a number at a bound", [{ name: "ab", size: 9 }], ["/size maximum"], ["/size optional"]],
  ["a list at a bound", [{ name: "ab", tags: [1, 2] }], ["/tags maxItems"], []],
  ["a field that is left out", [{ name: "ab" }], ["/size optional"], ["/size maximum"]],
  ["a value at a place", [{ name: "ab" }], ["/name required", "/name type"], []],
  ["null", [{ name: "ab", size: null }], ["/size nullable"], ["/size maximum"]],
])("%s exercises its constraints", (_, body, exercised, others) => {
  const found = exercisedBy(body);
  expect(found).toEqual(expect.arrayContaining(exercised));
  for (const other of others) expect(found).not.toContain(other);
});

test("several exchanges are joined, and a contract without any exercises nothing", () => {
  expect(exercisedBy([{ name: "a" }], [{ name: "abc" }])).toEqual(
    expect.arrayContaining(["/name minLength", "/name maxLength"]),
  );
  const none = exercisedConstraints(document, [operation], []);
  expect(none.length).toBeGreaterThan(8);
  expect(none.filter(({ isExercised }) => isExercised)).toEqual([]);
});
